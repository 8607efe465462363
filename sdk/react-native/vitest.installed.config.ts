import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const installed = join(import.meta.dirname, 'installed');
const library = join(import.meta.dirname, 'example/node_modules/react-native-nfc-manager/src/index.js');

/** Tests with the NFC library that the app has installed: its own JavaScript, over simulated native halves. */
export default defineConfig({
  resolve: {
    alias: [
      { find: 'react-native-nfc-manager', replacement: library },
      { find: 'react-native', replacement: join(installed, 'react-native.ts') },
      // NDEF messages of tags are not read here.
      { find: '../ndef-lib', replacement: join(installed, 'no-ndef.ts') },
    ],
  },
  ssr: { resolve: { conditions: ['source', 'module', 'node'], externalConditions: ['source', 'node'] } },
  test: {
    include: ['installed/**/*.test.ts'],
    testTimeout: 240_000,
    server: { deps: { inline: [/react-native-nfc-manager/] } },
  },
});
