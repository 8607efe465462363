import { defineConfig } from 'vitest/config';
import LongestFirst from './tests/support/runs/longest-first.ts';

/**
 * Tests are not retried, because a retry hides what failed. CI is the exception: one lost connection among millions would fail the
 * run there, so tests that talk to servers or browsers are retried once, and the report names them.
 */
const RETRIES_IN_CI = process.env['CI'] ? 1 : 0;

/** Generous, to stop only tests that hang, because tests may be slow on a busy machine. */
const [testTimeout, hookTimeout] = [240_000, 300_000];

/**
 * `web`, `unit` and `react-native`: tests beside the code; `api`: the whole service or its parts, on SQLite or PostgreSQL;
 * `browser`: in Chromium; `pcsc`: through the smart card service and against other implementations, if they are installed;
 * `sdk-matrix`: only on request.
 */
export default defineConfig({
  ssr: { resolve: { conditions: ['source', 'module', 'node'], externalConditions: ['source', 'node'] } },
  test: {
    testTimeout,
    hookTimeout,
    // Tests wait for disks, timers and browsers more than they compute.
    maxWorkers: 3,
    // Calls leave much garbage that dies young: collecting it less often, and without other threads, takes a sixth less processor time.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=32', '--single-threaded-gc'],
    sequence: { sequencer: LongestFirst },
    // Conditions may take long on a busy machine.
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
          // Files in a worker share their imports, because importing again would take longer than many of the tests.
          isolate: false,
          include: [
            'server/**/*.test.ts',
            'sdk/{cli,client,emrtd,reader}/src/**/*.test.ts',
            '{openapi,scripts}/**/*.test.ts',
          ],
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
            'tests/{sdk,durability,deploy}/**/*.test.ts',
          ],
          retry: RETRIES_IN_CI,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          // A worker imports the server, Playwright and Chromium's client only once.
          isolate: false,
          include: ['tests/{e2e,specification}/**/*.test.ts'],
          retry: RETRIES_IN_CI,
          testTimeout: 300_000,
          // How many tests of a file may run at the same time, each with its own page. They mostly wait.
          maxConcurrency: 3,
        },
      },
      {
        extends: './sdk/react-native/vitest.config.ts',
        root: './sdk/react-native',
        test: { name: 'react-native', include: ['{src,plugin}/**/*.test.{ts,tsx}'] },
      },
      // The smart card library caches where it found the service, so each file needs its own process.
      { extends: true, test: { name: 'pcsc', include: ['tests/pcsc/**/*.test.ts'] } },
      { extends: true, test: { name: 'sdk-matrix', include: ['tests/matrix/**/*.test.ts'] } },
    ],
  },
});
