/** Builds the package: dist from src, and the tarball that is published, whose package.json leads to dist. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const engine = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(engine, '.dist-'));
const staged = join(folder, 'package');
const dist = join(staged, 'dist');

mkdirSync(dist, { recursive: true });
// What an editor shows stands in the declarations, so the code goes without comments.
tsc('--removeComments');
tsc('--declaration', '--emitDeclarationOnly');
for (const file of globSync('**/*.d.ts', { cwd: dist }).map((name) => join(dist, name))) leadToJavaScript(file);
for (const name of ['README.md', 'LICENSE']) cpSync(join(engine, name), join(staged, name));
writeFileSync(join(staged, 'package.json'), `${JSON.stringify(published(), null, 2)}\n`);
pack();
rmSync(folder, { recursive: true });

function tsc(...more: string[]): void {
  const compiler = join(engine, '../../node_modules/@typescript/native/bin/tsc');
  const project = join(engine, 'tsconfig.build.json');
  execFileSync(process.execPath, [compiler, '-p', project, '--outDir', dist, ...more], { stdio: 'inherit' });
}

/** The compiler leaves `.ts` in the imports of declarations, which not every tool follows. */
function leadToJavaScript(file: string): void {
  const text = readFileSync(file, 'utf8').replace(/(from '|import\(["'])(\.[^'"]+)\.ts(['"])/g, '$1$2.js$3');
  writeFileSync(file, text);
}

/** In the workspace the package is its sources. They are not in the tarball. */
function published(): object {
  const manifest: Record<string, unknown> = JSON.parse(readFileSync(join(engine, 'package.json'), 'utf8'));
  return {
    ...manifest,
    scripts: undefined,
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './package.json': './package.json',
    },
  };
}

/** npm gives every file the same date, so that the same package has the same bytes. Put in place whole: a test may be reading. */
function pack(): void {
  const npm = process.env['npm_execpath'];
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const args = [...first, 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  execFileSync(command, args, { cwd: staged, stdio: ['ignore', 'ignore', 'inherit'] });
  for (const packed of readdirSync(folder).filter((name) => name.endsWith('.tgz')))
    renameSync(join(folder, packed), join(engine, 'sigill-emrtd.tgz'));
}
