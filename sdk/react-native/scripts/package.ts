/** Packs the React Native package for publishing: modules, declarations and the config plugin. Types come from the app's dependencies. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/contract/contract.ts';
import { leadToJavaScript, pack, writeJson } from '../../../scripts/packages/package-files.ts';

const home = join(root, 'sdk/react-native');
const PLAIN = ['README.md', 'LICENSE', 'app.plugin.cjs', 'plugin/pace-polling.cjs'];

/** @returns the path of the tarball. `compile` builds this project into the folder, and says whether it failed. */
export function packApp(compile: (project: string, folder: string) => number): string | undefined {
  const folder = mkdtempSync(join(home, '.dist-'));
  try {
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
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** In the repository the exports point to the sources, which are not in the tarball. */
function published(): object {
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const exports = { ...manifest.exports, '.': { types: './dist/index.d.ts', default: './dist/index.js' } };
  return { ...manifest, exports };
}
