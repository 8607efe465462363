/**
 * Runs every check of the repository and counts: the static checks, then the tests, on SQLite and again on PostgreSQL.
 * The last line is `N passed, N failed`. `npm test -- NAME …` runs only the parts whose names contain one of the words.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from '../tests/support/chromium.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { root } from './contract.ts';
import { builds, checks, runAll } from './tasks.ts';

interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
}

/** What these try happens before the database, or beside it: the second time they would find what they found the first time. */
const SAME_ON_ANY_DATABASE = [
  'card-provider',
  'card-provider-log',
  'enumeration',
  'headers',
  'hostile-bodies',
  'local-mode',
  'mock',
  'proxy',
  'reader-files',
];

const output = mkdtempSync(join(tmpdir(), 'sigill-results-'));
const words = process.argv.slice(2);
const wanted = (name: string) =>
  words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase()));
const total: Outcome = { passed: 0, failed: 0, skipped: 0 };
const started = performance.now();

for (const { title, command, args } of checks) {
  if (!wanted(`check ${title}`)) continue;
  await part(title, async () => {
    const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  });
}
if (wanted('unit')) await part('Unit tests', () => vitest('unit'));
if (wanted('unit web')) await part('Unit tests of the site', () => vitest('web'));
if (wanted('api sqlite')) await part('API, durability and SDK tests on SQLite', () => vitest('api'));
if (wanted('api postgresql')) {
  await part('API tests on PostgreSQL', async () => {
    const postgres = await startPostgres();
    try {
      const without = SAME_ON_ANY_DATABASE.map((name) => `--exclude=**/${name}.test.ts`);
      return await vitest('api', { TEST_DATABASE_URL: postgres.url }, 'tests/contract', 'tests/accounts', ...without);
    } finally {
      await postgres.stop();
    }
  });
}
if (wanted('browser')) {
  await part('Browser tests', async () => {
    chromiumPath();
    // A part that is run alone still needs what the checks would have built.
    if (words.length > 0) runAll(builds);
    return vitest('browser');
  });
}
rmSync(output, { recursive: true, force: true });
say(`All parts took ${Math.round((performance.now() - started) / 1000)} s.`);
process.stdout.write(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}\n`,
);
process.exit(total.failed > 0 ? 1 : 0);

async function part(title: string, run: () => Promise<Outcome>): Promise<void> {
  say(`${title} …`);
  const begun = performance.now();
  let outcome: Outcome;
  try {
    outcome = await run();
  } catch (error) {
    say(`${title}: ${error instanceof Error ? error.message : String(error)}`);
    outcome = { passed: 0, failed: 1, skipped: 0 };
  }
  for (const field of ['passed', 'failed', 'skipped'] as const) total[field] += outcome[field];
  say(
    `${title}: ${outcome.passed} passed, ${outcome.failed} failed, ${((performance.now() - begun) / 1000).toFixed(1)} s`,
  );
}

/** Runs one vitest project and reads its report; a run that ends without one has failed. */
async function vitest(
  project: string,
  environment: Record<string, string> = {},
  ...filters: string[]
): Promise<Outcome> {
  const report = join(output, `${project}-${Object.keys(environment).length}.json`);
  const args = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...filters,
  ];
  const code = await new Promise<number>((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environment },
    });
    child.once('error', reject).once('exit', (status) => resolve(status ?? 1));
  });
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
  } = JSON.parse(readFileSync(report, 'utf8'));
  // A file that does not load, or an unhandled error, fails the run without a failed test.
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, skipped };
}

function say(text: string): void {
  process.stderr.write(`\x1b[2m[sigill]\x1b[0m ${text}\n`);
}
