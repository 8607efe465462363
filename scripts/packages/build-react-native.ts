/**
 * Builds the React Native package: modules, declarations and the config plugin. It compiles without React Native, which only the
 * app installs, and so without checking types; `npm run app -- check` does that. The declarations need no types of other packages,
 * because exported functions declare their return types.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../openapi/contract/contract.ts';
import { compile, manifestIn, pack } from './package-files.ts';

const home = join(root, 'sdk/react-native');
const manifest = manifestIn(home);
// In the repository the exports point to the sources, which are not in the tarball.
const exports = { ...manifest.exports, '.': { types: './dist/index.d.ts', default: './dist/index.js' } };
pack(home, {
  manifest: { ...manifest, exports },
  files: ['app.plugin.cjs', 'plugin/pace-polling.cjs'],
  add(staged) {
    compile(home, join(staged, 'dist'));
    refuseGuesses(join(staged, 'dist'));
  },
});

/** Where a declaration would need a type of React Native, the compiler writes `any`, or the place where it looked for the type. */
function refuseGuesses(dist: string): void {
  for (const name of globSync('**/*.d.ts', { cwd: dist })) {
    const guess = /^.*(?:: any\b|import\(").*$/m.exec(readFileSync(join(dist, name), 'utf8'));
    if (guess) throw new Error(`sdk/react-native/src/${name}: write the type of what is exported here.\n${guess[0]}`);
  }
}
