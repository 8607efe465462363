/**
 * Builds what runs in production into dist/: the bundled code, the site, the files that the code reads, and the packages to install.
 * The result needs nothing else from the repository. The same sources give the same bytes. `node scripts/artefact/build.ts [folder]`.
 */
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root } from '../contract/contract.ts';
import { type Described, SBOM, sbom } from '../packages/package-files.ts';
import { writeBundle } from './bundle.ts';
import { licensesOf, packagesOf } from './licenses.ts';
import { materialsOf, packageFiles } from './packages.ts';

/** Files that the code reads at run time, under the same paths in the artefact. */
const READ = [
  'sdk/{cli,client,emrtd,face,react-native,reader,testing}/{package.json,sigill-*.tgz}',
  'sdk/python/dist/*.whl',
  'sdk/go/dist/proxy/**',
  'sdk/{kotlin,swift}/dist/*.zip',
  'server/billing/document/fonts/**',
  'server/generated/openapi.{json,yaml}',
  'server/local/local.css',
  'server/specimen/portraits/*.{jp2,jpg}',
  'server/stand-ins/card-provider/browser/**',
  'web/dist/**',
];

const folder = resolve(process.argv[2] ?? join(root, 'dist'));
rmSync(folder, { recursive: true, force: true });
const code = await writeBundle(folder);
for (const path of globSync(READ, { cwd: root })) {
  if (!statSync(join(root, path)).isFile()) continue;
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(join(root, path), join(folder, path));
}
const modules = code.flatMap(({ moduleIds }) => moduleIds);
const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Described;
const files = {
  ...packageFiles(),
  'LICENSES.txt': licensesOf(modules),
  [SBOM]: `${JSON.stringify(sbom(product, materialsOf(packagesOf(modules))), null, 2)}\n`,
  'version.json': `${JSON.stringify({ version: product.version, contract: contractHash() }, null, 2)}\n`,
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);

/** The hash of the contract that it serves, so that two installations can be compared. */
function contractHash(): string {
  const bytes = readFileSync(join(root, 'server/generated/openapi.json'));
  return `sha256-${createHash('sha256').update(bytes).digest('hex')}`;
}
