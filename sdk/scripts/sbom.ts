/** The bill of materials of the package (CycloneDX 1.5). npm's own names the minute and the machine, and two builds would differ. */
interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  dependencies?: object;
}

export function sbom({ name, version, description, license, dependencies }: Manifest): object {
  if (dependencies) throw new Error('The SDK has got dependencies: the bill of materials has to name them.');
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
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
    components: [],
    dependencies: [{ ref: purl, dependsOn: [] }],
  };
}
