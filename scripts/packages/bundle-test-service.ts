/** Bundles the service that `@sigill/sdk/testing` starts: one program with the files that it reads, without packages to be installed. */
import { cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { INSTALLED, writeBundle } from '../../scripts/artefact/bundle.ts';
import { licensesOf, packagesOf } from '../../scripts/artefact/licenses.ts';
import { packageFiles } from '../../scripts/artefact/packages.ts';
import { root } from '../../scripts/contract/contract.ts';

/** Files that the code reads at run time. The site is not included, because integrators' tests do not need it. */
const READ = [
  'server/billing/document/fonts/*',
  'server/generated/openapi.{json,yaml}',
  'server/specimen/portraits/*.{jp2,jpg}',
  'server/stand-ins/card-provider/browser/*',
];

export async function writeService(folder: string): Promise<void> {
  const code = await writeBundle(folder, { main: 'server/test-service/main.ts' });
  for (const path of globSync(READ, { cwd: root })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  const { dependencies } = JSON.parse(packageFiles()['package.json']!) as { dependencies: Record<string, string> };
  const versions = Object.fromEntries(INSTALLED.map((name) => [name, dependencies[name]]));
  writeFileSync(join(folder, 'packages.json'), JSON.stringify(versions));
  const modules = code.flatMap(({ moduleIds }) => moduleIds);
  writeFileSync(join(folder, 'bundled.json'), JSON.stringify(packagesOf(modules)));
  writeFileSync(join(folder, 'LICENSES.txt'), licensesOf(modules));
}
