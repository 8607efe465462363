/**
 * Packs the React Native package for publishing: modules, declarations and the config plugin. Types come from the app's dependencies. Then
 * tests the tarball in an app that has nothing of this repository but the tarballs.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../../../scripts/build.ts';
import { root } from '../../../scripts/contract/contract.ts';
import { leadToJavaScript, pack, writeJson } from '../../../scripts/packages/package-files.ts';

const home = join(root, 'sdk/react-native');
const PLAIN = ['README.md', 'LICENSE', 'app.plugin.cjs', 'plugin/pace-polling.cjs'];

/** @returns the path of the tarball. `compile` builds this project into the folder, and says whether it failed. */
export function packApp(compile: (project: string, folder: string) => number): string | undefined {
  using temporary = mkdtempDisposableSync(join(home, '.dist-'));
  const folder = temporary.path;
  const staged = join(folder, 'package');
  mkdirSync(join(staged, 'plugin'), { recursive: true });
  if (compile(join(home, 'tsconfig.build.json'), join(folder, 'built'))) return undefined;
  // The sources of the reader are compiled along for their types; the reader is a separate package.
  cpSync(join(folder, 'built/react-native/src'), join(staged, 'dist'), { recursive: true });
  leadToJavaScript(join(staged, 'dist'));
  for (const name of PLAIN) cpSync(join(home, name), join(staged, name));
  writeJson(join(staged, 'package.json'), published());
  const tarball = join(home, 'sigill-react-native.tgz');
  pack(staged, folder, tarball);
  return tarball;
}

/** In the repository the exports point to the sources, which are not in the tarball. */
function published(): object {
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const exports = { ...manifest.exports, '.': { types: './dist/index.d.ts', default: './dist/index.js' } };
  return { ...manifest, exports };
}

const app = join(home, 'example');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

/** The config plugin is for Expo only, which runs it unchanged. */
const WITHOUT_TYPES = ['./app.plugin', './app.plugin.js'];

const USE = `import { IdentityReader, textsFor } from '@sigill/react-native';
export const Screen = IdentityReader;
export const loading: string = textsFor('es').loading;
// @ts-expect-error types that could not be found would be any
export const wrong: number = textsFor('es').loading;
`;

const OPTIONS = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx' },
    ...{ types: [], lib: ['es2022', 'dom'] },
  },
  include: ['use.tsx'],
};

/** `run` starts a program in a folder. @returns its exit code. */
export function tryPacked(tarball: string, run: (program: string, args: string[], cwd: string) => number): number {
  build(['reader']);
  // Inside the app's tree, where React and React Native are found.
  using temporary = mkdtempDisposableSync(join(app, '.samples-'));
  const folder = temporary.path;
  unpack(tarball, join(folder, 'node_modules/@sigill/react-native'));
  unpack(join(root, 'sdk/reader/sigill-reader.tgz'), join(folder, 'node_modules/@sigill/reader'));
  writeFileSync(join(folder, 'use.tsx'), USE);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(OPTIONS));
  const door = ['--profile', 'esm-only', '--format', 'ascii', '--exclude-entrypoints', ...WITHOUT_TYPES];
  return (
    run(bin('publint'), ['--strict', tarball], root) ||
    run(bin('attw'), [tarball, ...door], root) ||
    run(bin('tsc'), ['-p', folder], root)
  );
}

function unpack(tarball: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components', '1']);
}
