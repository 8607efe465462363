/**
 * Runs every check of the repository and counts results: the static checks and, partly at the same time, the tests, on SQLite and
 * again on PostgreSQL. The last line is `N passed, N failed`. `npm test -- NAME …` runs only the parts whose names contain one of
 * the words, and fails if a word names nothing. CI runs everything; a full run on a developer's machine lists at its end what it
 * leaves to CI, which is always the same.
 */
import { execFileSync, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { root } from '../openapi/contract/contract.ts';
import { suggestion } from '../sdk/client/src/suggestion.ts';
import { chromiumPath } from '../tests/support/browser/chromium.ts';
import { missingForOpenPace } from '../tests/support/reader/openpace.ts';
import { missingForVirtualReader } from '../tests/support/reader/virtual-reader.ts';
import type { RunNotes } from '../tests/support/runs/run-reporter.ts';
import { startPostgres } from '../tests/support/server/postgres.ts';
import { prepareTestDatabases } from '../tests/support/server/test-database.ts';
import { build } from './build.ts';
import { checks, type Step, sdkAndCli, site } from './tasks.ts';
import { imports, isOfApi, isOfProcesses, leftOut, testFiles } from './test-files.ts';

interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

const CORES = availableParallelism();
const isCi = process.env['CI'] !== undefined;

/** The names by which parts are chosen, beside those of the checks. */
const PARTS = ['unit', 'api sqlite', 'api postgresql', 'api sqlite processes', 'browser', 'pcsc', 'openpace'] as const;
type PartName = (typeof PARTS)[number] | `check ${string}`;

const words = process.argv.slice(2);
const names: PartName[] = [...PARTS, ...checks.map(({ title }) => `check ${title}` as const)];
const isChosen = (word: string, name: PartName) => name.toLowerCase().includes(word.toLowerCase());
const noParts = words.filter((word) => !names.some((name) => isChosen(word, name)));
if (noParts.length > 0) {
  const unknown = noParts.filter((word) => !existsSync(join(root, word)));
  const problems = unknown.length > 0 ? unknown.map(nothingCalled) : ['Name either files or parts, not both.'];
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}

const output = mkdtempSync(join(tmpdir(), 'sigill-results-'));
const serverBundle = join(output, 'bundle');
mkdirSync(serverBundle);
const wanted = (name: PartName) => words.length === 0 || words.some((word) => isChosen(word, name));
const leavesToCi = words.length === 0 && !isCi;
const toCi = leavesToCi ? leftOut('CI only') : new Map<string, string>();

const total: Outcome = { passed: 0, failed: 0, skipped: 0 };
const listed: string[] = [];
const retried: string[] = [];
/** Repeated at the end, because a run prints thousands of lines after them. */
const failures: string[] = [];
const started = performance.now();
// A test run starts hundreds of processes, which share Node's compile cache.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/node');
// SWEEP is explained in tests/support/runs/sweep.ts, RUN_SEED in tests/support/runs/trials.ts.
if (leavesToCi) process.env['SWEEP'] = 'part';
if (isCi) process.env['RUN_SEED'] ??= seedOfCommit();

const running = new Map<Step, Promise<void>>();
const takeTurn = turns(CORES);
// Without the checks, nothing has built what the browser tests need.
if (words.length > 0 && wanted('browser')) build();
// Tests wait for disks, timers and pages about as long as they compute, so several parts run at once, but not all of them, because
// each added part slows the others.
const unit = ended(sdkAndCli).then(unitTests);
await Promise.all([
  unit.then(() => Promise.all([testsOnPostgresql(), testsOnSqlite()])),
  // The checks keep the CPU busy. Tests of processes mostly wait, so they run afterwards, beside the other tests. They also follow
  // the unit tests, because both build packages.
  Promise.all([ended(checks), unit]).then(testsOfProcesses),
  ended([site]).then(testsInBrowser).then(testsOfOtherSoftware),
]);
rmSync(output, { recursive: true, force: true });
say(`All parts took ${seconds(started)} s. The seed of this run is ${process.env['RUN_SEED'] ?? 1}.`);
// Two runs of a commit with the same tests print the same hash.
if (listed.length > 0)
  say(`${listed.length} tests. The hash of their names is ${hash('sha256', listed.sort().join('\n')).slice(0, 12)}.`);
if (leavesToCi) {
  say(
    'Left to CI, or to `CI=1 npm test`: most of the long sweeps, on PostgreSQL all but the short files of tests/services, and',
  );
  for (const [file, reason] of toCi) say(`  ${file}: ${reason}`);
}
if (retried.length > 0) say(`Passed only on a retry:\n${retried.map((name) => `  ${name}`).join('\n')}`);
if (failures.length > 0) say(`Failed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
if (total.skipped > 0) say(`${total.skipped} skipped.`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed > 0 ? 1 : 0);

function nothingCalled(word: string): string {
  const known = [...new Set(PARTS.flatMap((name) => name.split(' '))), 'check'];
  const elsewhere = testFiles.find((file) => basename(file) === basename(word));
  const meant = elsewhere ? ` Did you mean ${elsewhere}?` : suggestion(word, [...known, ...testFiles]);
  return `Nothing is called ${word}.${meant || ` The parts are ${known.join(', ')}. A file is named by its path.`}`;
}

async function unitTests(): Promise<void> {
  if (wanted('unit')) await part('Unit tests', () => vitest(['unit', 'web', 'react-native']));
}

async function testsOnSqlite(): Promise<void> {
  const files = testFiles.filter((file) => isOfApi(file) && !isOfProcesses(file));
  if (wanted('api sqlite')) await part('API tests on SQLite', () => vitest(['api'], {}, files));
}

async function testsOfProcesses(): Promise<void> {
  const files = testFiles.filter(isOfProcesses);
  if (wanted('api sqlite processes')) await part('Tests of processes and packages', () => vitest(['api'], {}, files));
}

/**
 * Runs the tests that use a database, except those that need only SQLite. A run that leaves tests to CI includes only the short
 * ones in tests/services.
 */
async function testsOnPostgresql(): Promise<void> {
  if (!wanted('api postgresql')) return;
  const onSqlite = new Set([
    ...leftOut('SQLite only').keys(),
    ...(leavesToCi ? leftOut('PostgreSQL in CI only').keys() : []),
  ]);
  const files = testFiles.filter(
    (file) =>
      isOfApi(file) &&
      (!leavesToCi || file.startsWith('tests/services/')) &&
      !onSqlite.has(file) &&
      imports(file, 'tests/support/server/test-database.ts'),
  );
  await part('API tests on PostgreSQL', async () => {
    if (files.length === 0) throw new Error('No test uses a database.');
    const postgres = await startPostgres();
    try {
      return await vitest(['api'], await prepareTestDatabases(postgres.url), files);
    } finally {
      await postgres.stop();
    }
  });
}

async function testsOfOtherSoftware(): Promise<void> {
  if (wanted('pcsc')) {
    await partWhere(missingForVirtualReader, 'Reading over PC/SC', ['tests/pcsc/connect-pcsc.', 'tests/pcsc/read.']);
  }
  if (wanted('openpace')) {
    await partWhere(missingForOpenPace, 'Reader and chip against OpenPACE', ['tests/pcsc/openpace.']);
  }
}

/** Runs test files, or reports them as not run if something they need is missing, so that nobody assumes they passed. */
async function partWhere(missing: string | undefined, title: string, files: string[]): Promise<void> {
  if (missing === undefined) return part(title, () => vitest(['pcsc'], {}, files));
  total.skipped += files.length;
  say(`${title}: not run, ${missing}`);
}

async function testsInBrowser(): Promise<void> {
  if (wanted('browser')) await part('Browser tests', () => vitest(['browser'], { CHROMIUM_PATH: chromiumPath() }));
}

async function part(title: string, run: () => Promise<Outcome>): Promise<void> {
  say(`${title} …`);
  const begun = performance.now();
  let outcome: Outcome;
  try {
    outcome = await run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    say(`${title}: ${message}`);
    failures.push(`${title}: ${message}`);
    outcome = { passed: 0, failed: 1, skipped: 0 };
  }
  for (const field of ['passed', 'failed', 'skipped'] as const) total[field] += outcome[field];
  say(`${title}: ${outcome.passed} passed, ${outcome.failed} failed, ${seconds(begun)} s`);
}

async function ended(steps: Step[]): Promise<void> {
  for (const step of steps) if (!running.has(step)) running.set(step, run(step));
  await Promise.all(steps.map((step) => running.get(step)));
}

async function run(step: Step): Promise<void> {
  await ended(step.after ?? []);
  if (wanted(`check ${step.title}`)) await takeTurn(() => part(step.title, () => check(step)));
}

function turns(places: number) {
  const waiting: (() => void)[] = [];
  let free = places;
  return async (work: () => Promise<void>): Promise<void> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    await work();
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
}

/** Prints a check's output in one piece, because another check may be printing too. */
async function check({ title, command, args }: Step): Promise<Outcome> {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  process.stdout.write(out);
  process.stderr.write(err);
  const isPassed = child.exitCode === 0;
  if (!isPassed) failures.push(title);
  return { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0 };
}
/** A run without a report has failed. */
async function vitest(
  projects: string[],
  environment: Record<string, string> = {},
  filters: string[] = [],
): Promise<Outcome> {
  const folder = mkdtempSync(join(output, 'vitest-'));
  const report = join(folder, 'report.json');
  const notes = join(folder, 'notes.json');
  const args = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--reporter=${join(root, 'tests/support/runs/run-reporter.ts')}`,
    `--outputFile.json=${report}`,
    // While several parts run, more workers than cores make the tests no faster and cost more. Tests with pages have no such limit,
    // because pages wait more than they compute.
    ...(projects.includes('browser') ? [] : [`--maxWorkers=${CORES}`]),
    // With `**/`, because the folder of a project may be below that of the repository.
    ...[...toCi.keys()].map((file) => `--exclude=**/${file.replace(/^web\//, '')}`),
    ...filters,
  ];
  // The first part that starts a process bundles the service for all.
  const bundle = projects.includes('api') && { TEST_SERVER_BUNDLE: serverBundle };
  const code = await printed(args, { ...environment, ...bundle, RUN_NOTES: notes });
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
    testResults,
  } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const database = environment['TEST_DATABASE_URL'] ? 'postgresql' : '';
  for (const { name, assertionResults } of testResults)
    listed.push(...assertionResults.map(({ fullName }) => `${relative(root, name)} ${database} ${fullName}`));
  const found = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [first = ''] }) => `${file} > ${fullName}\n    ${beginning(first)}`);
    return tests.length === 0 && message ? [`${file}\n    ${beginning(message)}`] : tests;
  });
  const noted = JSON.parse(readFileSync(notes, 'utf8')) as RunNotes;
  failures.push(
    ...found,
    ...noted.errors.map((error) => `Beside the tests of ${projects.join(' and ')}: ${beginning(error)}`),
  );
  if (found.length === 0 && noted.errors.length === 0 && code !== 0)
    failures.push(`vitest ended with ${code} though no test of ${projects.join(' and ')} failed.`);
  retried.push(...noted.retried.map(beginning));
  // A file that does not load, or an unhandled error, fails the run although no test failed.
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, skipped };
}

/** Runs Node and prints its output in whole lines, so that two runs can print in parallel. @returns the exit code. */
async function printed(args: string[], environment: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...process.env, ...environment },
  });
  createInterface(child.stdout).on('line', (line) => process.stdout.write(`${line}\n`));
  createInterface(child.stderr).on('line', (line) => process.stderr.write(`${line}\n`));
  await once(child, 'close');
  return child.exitCode ?? 1;
}

function beginning(message: string): string {
  return message.split('\n').slice(0, 4).join('\n    ').slice(0, 600);
}

/** A seed that differs between commits but is the same for every run of a commit. */
function seedOfCommit(): string {
  try {
    return String(
      Number.parseInt(execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).slice(0, 7), 16),
    );
  } catch {
    return '1';
  }
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

function say(line: string): void {
  process.stderr.write(`\x1b[2m[sigill]\x1b[0m ${line}\n`);
}
