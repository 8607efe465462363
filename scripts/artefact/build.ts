/**
 * Builds what runs in production into dist/: the bundled code, the site, the files that the code reads, and the packages to install.
 * The result needs nothing else from the repository. The same sources give the same bytes. `node scripts/artefact/build.ts [folder]`.
 */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../../openapi/contract/contract.ts';
import { type Described, SBOM, sbom } from '../packages/package-files.ts';
import { copyRead, writeBundle } from './bundle.ts';
import { licensesOf, packagesOf } from './licenses.ts';
import { materialsOf, packageFiles } from './packages.ts';

const SERVED = [
  'sdk/{cli,client,emrtd,face,react-native,reader,testing}/{package.json,sigill-*.tgz}',
  'sdk/python/dist/*.whl',
  'sdk/go/dist/proxy/**',
  'sdk/{kotlin,swift}/dist/*.zip',
  'web/dist/**',
];

const folder = resolve(process.argv[2] ?? join(root, 'dist'));
rmSync(folder, { recursive: true, force: true });
const code = await writeBundle(folder);
copyRead(folder, SERVED);
const modules = code.flatMap(({ moduleIds }) => moduleIds);
const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Described;
const files = {
  ...packageFiles(),
  'LICENSES.txt': licensesOf(modules),
  [SBOM]: `${JSON.stringify(sbom(product, materialsOf(packagesOf(modules))), null, 2)}\n`,
  'version.json': `${JSON.stringify({ version: product.version, contract: contractHash() }, null, 2)}\n`,
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);

/** The hash of the contract that the artefact serves, so that two installations can be compared. */
function contractHash(): string {
  const bytes = readFileSync(join(root, 'server/generated/openapi.json'));
  return `sha256-${createHash('sha256').update(bytes).digest('hex')}`;
}
