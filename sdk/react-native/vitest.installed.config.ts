import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const installed = join(import.meta.dirname, 'installed');
const library = join(import.meta.dirname, 'example/node_modules/react-native-nfc-manager/src/index.js');

/** Against the NFC library as the app has installed it: its own JavaScript, over native halves that are played. */
export default defineConfig({
  resolve: {
    alias: [
      { find: 'react-native-nfc-manager', replacement: library },
      { find: 'react-native', replacement: join(installed, 'react-native.ts') },
      // Messages of tags are not read here.
      { find: '../ndef-lib', replacement: join(installed, 'no-ndef.ts') },
    ],
  },
  ssr: { resolve: { conditions: ['source', 'module', 'node'], externalConditions: ['source', 'node'] } },
  test: {
    include: ['installed/**/*.test.ts'],
    server: { deps: { inline: [/react-native-nfc-manager/] } },
  },
});
