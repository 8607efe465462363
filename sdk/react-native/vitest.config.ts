import { defineConfig } from 'vitest/config';

/** What runs on a phone runs here on React Native for the web, without a browser: the tree of components is looked at as such. */
export default defineConfig({
  resolve: { alias: { 'react-native': 'react-native-web' } },
  ssr: { resolve: { conditions: ['source', 'module', 'node'], externalConditions: ['source', 'node'] } },
  // Ends what hangs. How long something takes on a busy machine is no result.
  test: { isolate: false, maxWorkers: 3, testTimeout: 240_000 },
});
