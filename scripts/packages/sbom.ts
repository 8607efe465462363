/** The package's bill of materials (CycloneDX 1.5). npm's own includes time and machine, so that two builds would differ. */
import type { Bundled } from '../artefact/licenses.ts';

export interface Described {
  name: string;
  version: string;
  description: string;
  license: string;
}

/** A package that is bundled or depended on. `scope` says whether it is required. */
export interface Material extends Bundled {
  scope: 'required' | 'optional';
}

export function sbom({ name, version, description, license }: Described, materials: Material[]): object {
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
    components: materials.map((each) => ({
      ...{ 'bom-ref': purlOf(each), type: 'library', name: each.name, version: each.version, purl: purlOf(each) },
      ...{ scope: each.scope, licenses: [{ expression: each.license }] },
    })),
    dependencies: [{ ref: purl, dependsOn: materials.map(purlOf) }],
  };
}

const purlOf = ({ name, version }: Pick<Bundled, 'name' | 'version'>) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;
