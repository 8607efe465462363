/**
 * Builds the React Native package: modules, declarations and the config plugin. It compiles without React Native, which only the app
 * installs, and so without checking types; `npm run app -- check` does that. The declarations need no types of others, because
 * exported functions name what they return.
 */
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../contract/contract.ts';
import { compile, leadToJavaScript, pack, writeManifest } from './package-files.ts';

const home = join(root, 'sdk/react-native');
const PLAIN = ['README.md', 'LICENSE', 'app.plugin.cjs', 'plugin/pace-polling.cjs'];

const folder = mkdtempSync(join(home, '.dist-'));
const staged = join(folder, 'package');
const dist = join(staged, 'dist');
mkdirSync(join(staged, 'plugin'), { recursive: true });
mkdirSync(dist);
compile(join(home, 'tsconfig.build.json'), dist);
leadToJavaScript(dist);
refuseGuesses();
for (const name of PLAIN) cpSync(join(home, name), join(staged, name));
// In the repository the exports point to the sources, which are not in the tarball.
const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
const exports = { ...manifest.exports, '.': { types: './dist/index.d.ts', default: './dist/index.js' } };
writeManifest(staged, 'react-native', { ...manifest, exports });
pack(staged, folder, join(home, 'sigill-react-native.tgz'));
rmSync(folder, { recursive: true });

/** Where a declaration would need a type of React Native, the compiler writes `any`, or the place where it looked for the type. */
function refuseGuesses(): void {
  for (const name of globSync('**/*.d.ts', { cwd: dist })) {
    const guess = /^.*(?:: any\b|import\(").*$/m.exec(readFileSync(join(dist, name), 'utf8'));
    if (guess) throw new Error(`sdk/react-native/src/${name}: write the type of what is exported here.\n${guess[0]}`);
  }
}
