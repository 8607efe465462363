/** Builds the package: dist from src, the contract beside it, and the tarball of both, which a service in local mode hands out. */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sdk = join(import.meta.dirname, '..');
const dist = join(sdk, 'dist');
rmSync(dist, { recursive: true, force: true });
const tsc = join(sdk, '../node_modules/@typescript/native/bin/tsc');
execFileSync(process.execPath, [tsc, '-p', join(sdk, 'tsconfig.build.json')], { stdio: 'inherit' });
// The compiler leaves `.ts` in the imports of declarations, which not every tool follows.
edit('**/*.d.ts', /(from '|import\(["'])(\.[^'"]+)\.ts(['"])/g, '$1$2.js$3');
cpSync(join(sdk, '../openapi/v1.yaml'), join(dist, 'openapi.yaml'));
pack(join(sdk, 'sigill-sdk.tgz'));

/** npm gives every file the same date, so that the same package has the same bytes. Put in place whole: a server may be reading. */
function pack(tarball: string): void {
  const folder = mkdtempSync(join(sdk, '.pack-'));
  const npm = process.env['npm_execpath'];
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
  execFileSync(command, [...args, 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: sdk,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const packed of readdirSync(folder)) renameSync(join(folder, packed), tarball);
  rmSync(folder, { recursive: true });
}

function edit(files: string, pattern: RegExp, replacement: string): void {
  for (const file of globSync(files, { cwd: dist }).map((name) => join(dist, name))) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, replacement));
  }
}
