/**
 * Builds the package for faces: its code and libraries bundled, with a separate file for the thread, and TensorFlow's
 * WebAssembly and the models from their packages. It has no dependencies.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from '../../openapi/contract/contract.ts';
import { licensesOf, packagesOf } from '../artefact/licenses.ts';
import { compile, manifestIn, pack, put } from './package-files.ts';

const home = join(root, 'sdk/face');
const folderOf = (name: string) => join(root, 'node_modules', name);

const MODELS: Record<string, string[]> = {
  '@vladmandic/face-api': ['tiny_face_detector_model', 'face_landmark_68_model'].flatMap((name) => [
    `model/${name}.bin`,
    `model/${name}-weights_manifest.json`,
  ]),
  '@vladmandic/human': ['models/faceres.bin', 'models/faceres.json'],
};
const WASM = ['tfjs-backend-wasm.wasm', 'tfjs-backend-wasm-simd.wasm'];

/** Bundles the ES modules of each package, once. face-api imports all of TensorFlow, but uses only its core. */
const ALIAS = Object.fromEntries([
  ...['core', 'converter', 'backend-wasm'].map((part) => [
    `@tensorflow/tfjs-${part}$`,
    join(folderOf(`@tensorflow/tfjs-${part}`), 'dist/index.js'),
  ]),
  ['@tensorflow/tfjs/dist/index.js', join(folderOf('@tensorflow/tfjs-core'), 'dist/index.js')],
]);

const dist = mkdtempSync(join(home, '.dist-'));
const types = mkdtempSync(join(home, '.dist-'));
for (const part of ['models', 'wasm']) mkdirSync(join(dist, part), { recursive: true });
for (const [name, files] of Object.entries(MODELS))
  for (const file of files) cpSync(join(folderOf(name), file), join(dist, 'models', file.split('/').at(-1)!));
for (const file of WASM)
  cpSync(join(folderOf('@tensorflow/tfjs-backend-wasm'), 'dist', file), join(dist, 'wasm', file));
const modules = [...(await bundle()), ...Object.keys(MODELS).map((name) => join(folderOf(name), 'package.json'))];
compile(home, types);
for (const name of ['index', 'match', 'picture', 'thresholds'])
  cpSync(join(types, `${name}.d.ts`), join(dist, `${name}.d.ts`));
rmSync(types, { recursive: true });
// TensorFlow's packages name the Apache license without its text, which is the same for all packages that use it.
const apache = readFileSync(join(folderOf('detect-libc'), 'LICENSE'), 'utf8');
writeFileSync(join(dist, 'LICENSES.txt'), `${licensesOf(modules)}\n${'-'.repeat(80)}\n\n${apache}`);

put(dist, join(home, 'dist'));
const exports = {
  '.': { types: './dist/index.d.ts', default: './dist/index.mjs' },
  './package.json': './package.json',
};
pack(home, {
  manifest: { ...manifestIn(home), exports },
  materials: packagesOf(modules),
});

async function bundle(): Promise<string[]> {
  await using bundle = await rolldown({
    cwd: home,
    input: { index: 'src/index.ts', thread: 'src/thread.ts' },
    platform: 'node',
    resolve: { alias: ALIAS },
    plugins: [
      {
        name: 'leaving-out',
        resolveId: (name) => (/tfjs-backend-webgl\/|^node-fetch$/.test(name) ? '\0nothing' : undefined),
        load: (id) => (id === '\0nothing' ? 'export default undefined;' : undefined),
      },
    ],
    checks: { bundlerTimings: false },
  });
  const { output } = await bundle.write({
    dir: dist,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
    comments: false,
    minify: true,
    // The WebAssembly loader needs `__dirname`, which ES modules do not have.
    banner: 'const __dirname = import.meta.dirname;',
  });
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}
