/**
 * Builds what the go command downloads: the module's files as a Go module proxy serves them (go.dev/ref/mod#goproxy-protocol), so
 * that any web server can be the proxy. Needs no Go.
 */
import { globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../openapi/contract/contract.ts';
import { put } from './package-files.ts';
import { zip } from './zip.ts';

const module = join(root, 'sdk/go');
const text = (name: string) => readFileSync(join(module, name), 'utf8');

const [, name] = /^module (\S+)$/m.exec(text('go.mod'))!;
const version = `v${/Version = "(.+)"/.exec(text('version.go'))![1]}`;
const sources = globSync(['*.go', 'go.mod', 'LICENSE', 'README.md'], { cwd: module }).toSorted();
const info = JSON.stringify({ Version: version });

const files = {
  '@latest': info,
  '@v/list': `${version}\n`,
  [`@v/${version}.info`]: info,
  [`@v/${version}.mod`]: text('go.mod'),
  [`@v/${version}.zip`]: zip(Object.fromEntries(sources.map((file) => [`${name}@${version}/${file}`, text(file)]))),
};
const folder = mkdtempSync(join(module, '.dist-'));
for (const [path, content] of Object.entries(files)) {
  const file = join(folder, 'proxy', name!, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
put(folder, join(module, 'dist'));
