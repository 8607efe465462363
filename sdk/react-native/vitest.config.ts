import { defineConfig } from 'vitest/config';

/** Code for the phone runs here on React Native for the web, in a simulated DOM instead of a browser. */
export default defineConfig({
  resolve: { alias: { 'react-native': 'react-native-web' } },
  ssr: { resolve: { conditions: ['source', 'module', 'node'], externalConditions: ['source', 'node'] } },
  // The timeout only ends tests that hang, so it leaves time for a busy machine.
  test: { isolate: false, maxWorkers: 3, testTimeout: 240_000 },
});
