/**
 * Checks the packed React Native package with publint, attw and the compiler, in a folder that gets this repository's packages only
 * from the tarballs.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../openapi/contract/contract.ts';
import { build } from '../../../scripts/build.ts';

const home = join(root, 'sdk/react-native');
const app = join(home, 'example');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

/** Only Expo runs the config plugin, so it has no types. */
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

export function tryPacked(run: (program: string, args: string[], cwd: string) => number): number {
  build(['reader', 'react-native']);
  const tarball = join(home, 'sigill-react-native.tgz');
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
