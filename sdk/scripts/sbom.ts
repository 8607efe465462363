/** The bill of materials of the package (CycloneDX 1.5). npm's own names the minute and the machine, and two builds would differ. */
import type { Bundled } from '../../scripts/artefact/licenses.ts';

interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  dependencies?: object;
}

/** `bundled` are the packages whose code is in the service for tests. The client has none. */
export function sbom({ name, version, description, license, dependencies }: Manifest, bundled: Bundled[]): object {
  if (dependencies) throw new Error('The SDK has got dependencies: the bill of materials has to name them.');
  const purl = purlOf({ name, version });
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        ...{ 'bom-ref': purl, type: 'library', name, version, description, purl, scope: 'required' },
        licenses: [{ license: { id: license } }],
      },
    },
    components: bundled.map((each) => ({
      ...{ 'bom-ref': purlOf(each), type: 'library', name: each.name, version: each.version, purl: purlOf(each) },
      ...{ scope: 'optional', licenses: [{ expression: each.license }] },
    })),
    dependencies: [{ ref: purl, dependsOn: bundled.map(purlOf) }],
  };
}

const purlOf = ({ name, version }: Pick<Bundled, 'name' | 'version'>) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;
