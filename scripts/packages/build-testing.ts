/** Builds the package for integrators' tests: the code that starts the service, and the service itself, bundled as for production. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../openapi/contract/contract.ts';
import { copyRead, INSTALLED, writeBundle } from '../artefact/bundle.ts';
import { licensesOf, packagesOf } from '../artefact/licenses.ts';
import { packageFiles } from '../artefact/packages.ts';
import { manifestIn } from './package-files.ts';
import { buildTwoFormats, packTwoFormats } from './two-formats.ts';

/** The package runs on older versions of Node than the service in production. */
const OLDER_NODE = {
  target: 'node20.19',
  instead: { 'server/auth/password/argon2id.ts': 'server/test-service/argon2id.ts' },
};

const kit = join(root, 'sdk/testing');
let modules: string[] = [];
await buildTwoFormats(kit, async (dist) => {
  placeInModule(join(dist, 'esm/service-process.js'));
  modules = await writeService(join(dist, 'service'));
});
const { dependencies } = JSON.parse(packageFiles()['package.json']!) as { dependencies: Record<string, string> };
const { version } = manifestIn(join(root, 'sdk/client'));
packTwoFormats(kit, {
  dependencies: {
    ...Object.fromEntries(INSTALLED.map((name) => [name, dependencies[name]!])),
    // Version 13 needs Node 22.14. Version 12 also runs on older Node, but compiles or downloads a binary when it is installed.
    'better-sqlite3': `^12.11.1 || ${dependencies['better-sqlite3']}`,
  },
  peerDependencies: { '@sigill/sdk': `^${version}` },
  materials: packagesOf(modules),
});

/** The only file that needs its own path uses `__dirname`, which the compiler does not convert for ES modules. */
function placeInModule(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace('__dirname', 'import.meta.dirname'));
}

async function writeService(folder: string): Promise<string[]> {
  const commands = { main: 'server/test-service/main.ts', 'older-node': 'server/test-service/older-node.ts' };
  const code = await writeBundle(folder, commands, OLDER_NODE);
  copyRead(folder);
  const bundled = code.flatMap(({ moduleIds }) => moduleIds);
  writeFileSync(join(folder, 'LICENSES.txt'), licensesOf(bundled));
  return bundled;
}
