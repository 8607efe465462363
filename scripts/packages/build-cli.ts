/**
 * Builds the package as one file that includes the SDK and all other dependencies except pcsc-mini, so that `npx` installs only one
 * package, and a service in local mode can serve it although the SDK is in no registry. Then packs the tarball.
 */
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from '../../openapi/contract/contract.ts';
import { licensesOf } from '../artefact/licenses.ts';
import { documentation } from './cli-documentation.ts';
import { pack } from './package-files.ts';

const cli = join(root, 'sdk/cli');
const dist = join(cli, 'dist');
const program = join(dist, 'sigill.js');
rmSync(dist, { recursive: true, force: true });

const bundle = await rolldown({
  input: join(cli, 'src/main.ts'),
  platform: 'node',
  // pcsc-mini has binaries for each platform, and only reading documents at a computer needs it.
  external: ['pcsc-mini'],
  resolve: { conditionNames: ['source', 'import', 'node', 'default'] },
});
const banner = '#!/usr/bin/env node';
// In one file, although the SDK loads some of its code on demand.
const { output } = await bundle.write({ file: program, format: 'esm', banner, codeSplitting: false });
await bundle.close();
chmodSync(program, 0o755);
const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
writeFileSync(join(dist, 'documentation.json'), JSON.stringify(documentation()));
writeFileSync(join(dist, 'LICENSES.txt'), licensesOf(modules));
pack(cli);
