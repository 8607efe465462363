import { defineConfig } from 'vitest/config';
import LongestFirst from './tests/support/runs/longest-first.ts';

/**
 * Nothing is tried twice, since a second try hides what the first one found. Only CI, where one mishap of Chromium among hundreds of
 * pages would stop everything, opens a page once more, and the report names it.
 */
const RETRIES_OF_PAGES = process.env['CI'] ? 1 : 0;

/** End what hangs. How long something takes on a busy machine is no result. */
const [testTimeout, hookTimeout] = [240_000, 300_000];

/**
 * `unit` runs beside the code; `api` through the front door, on SQLite or PostgreSQL; `browser` in Chromium; `pcsc` through the
 * smart card service and against other implementations, where they are installed; `sdk-matrix` when it is asked for.
 */
export default defineConfig({
  ssr: { resolve: { conditions: ['source', 'module', 'node'], externalConditions: ['source', 'node'] } },
  test: {
    testTimeout,
    hookTimeout,
    // Tests wait for disks, timers and browsers more than they compute.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // What a test waits for may take its time on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: './web/vite.config.ts',
        root: './web',
        test: { name: 'web', include: ['src/**/*.test.{ts,tsx}'], testTimeout, hookTimeout },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          // The files of a worker share what they import: starting anew for each would take longer than many of them.
          isolate: false,
          include: ['server/**/*.test.ts', 'sdk/{client,emrtd,reader}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          isolate: false,
          globalSetup: './tests/support/process/server-bundle-place.ts',
          include: [
            'tests/{api,contract,services,accounts,stand-ins}/**/*.test.ts',
            'tests/{sdk,durability}/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          // A worker imports the server, Playwright and Chromium's client once, not once for each of its files.
          isolate: false,
          include: ['tests/e2e/**/*.test.ts'],
          retry: RETRIES_OF_PAGES,
          testTimeout: 300_000,
          // Pages of a test file that are open at the same time: most of their time is waiting.
          maxConcurrency: 3,
        },
      },
      {
        extends: './sdk/react-native/vitest.config.ts',
        root: './sdk/react-native',
        test: { name: 'react-native', include: ['{src,plugin}/**/*.test.{ts,tsx}'] },
      },
      // The library of the smart card service remembers where the first file of a process found it, so each file has its own.
      { extends: true, test: { name: 'pcsc', include: ['tests/pcsc/**/*.test.ts'] } },
      { extends: true, test: { name: 'sdk-matrix', include: ['tests/matrix/**/*.test.ts'] } },
    ],
  },
});
