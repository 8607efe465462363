/** The project's tasks, started by scripts/run.mjs on the locked Node: `npm start`, `npm test`, `npm run dev` … */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { memoryEnvironment, nodeArguments } from './artefact/process.ts';
import { build, rowsToBuild, runStep } from './build.ts';
import { type BuildStep, packages, sideBySide, steps } from './build-steps.ts';

const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const [task = '', ...rest] = process.argv.slice(2);

export interface Step {
  title: string;
  command: string;
  args: string[];
  environment?: NodeJS.ProcessEnv;
  /** Steps whose output this one reads, or that change its input. */
  after?: Step[];
}

const step = (title: string, command: string, ...args: string[]): Step => ({ title, command, args });
const node = (title: string, script: string, ...args: string[]): Step => step(title, process.execPath, script, ...args);
const after = (next: Step, ...others: Step[]): Step => ({ ...next, after: others });

/**
 * A type check. It is not incremental, because that would write declarations of changed files: those of the inferred test factories
 * take minutes and gigabytes, while a whole check takes seconds.
 */
const types = (title: string, project: string): Step => step(title, bin('tsc'), '-p', project, '--noEmit');

const IMPORT_RULES = '--config scripts/checks/import-rules.cjs server web/src sdk/*/src openapi scripts tests'.split(
  ' ',
);

const generate = node('Contract rules and generated code', 'scripts/build.ts', 'generate');
const current = after(
  node('Generated files are current, and git keeps no others', 'scripts/checks/generated-files.ts'),
  generate,
);
const buildSdk = after(node('Build of the SDK', 'scripts/build.ts', 'sdk'), generate);
const buildTesting = after(node('Build of the service for tests', 'scripts/build.ts', 'testing'), buildSdk);
const buildCli = after(node('Build of the command line', 'scripts/build.ts', 'cli'), buildSdk);
const buildFace = after(node('Build of the package for faces', 'scripts/build.ts', 'face'), generate);
const buildGo = after(node('Build of the Go module', 'scripts/build.ts', 'go'), generate);
const buildPython = after(node('Build of the Python client', 'scripts/build.ts', 'python'), generate);
// The site is built after the check of generated files, which adds new messages to the Spanish catalog.
const buildSite = after(node('Build of the site', 'scripts/build.ts', 'site', 'finish'), buildSdk, current);
const handlers = after(node('Every operation has a handler', 'scripts/checks/handlers.ts'), current);
const formatContract = node('Format of the contract', 'openapi/contract/format.ts');
const checks: Step[] = [
  { ...formatContract, args: [...formatContract.args, '--check'] },
  generate,
  current,
  after(node('Contract changes are additive', 'scripts/contract.ts', 'diff'), current),
  handlers,
  node('Regular expressions take linear time', 'scripts/checks/regular-expressions.ts'),
  node('Tables are written by their own room', 'scripts/checks/table-walls.ts'),
  node('Plain English', 'scripts/checks/plain-words.ts'),
  after(step('Format and lint', bin('biome'), 'check', '--error-on-warnings'), current),
  after(types('Types', '.'), current),
  after(types('Types of the SDK', 'sdk/client'), current),
  after(types('Types of the chip engine', 'sdk/emrtd'), current),
  after(types('Types of the reader', 'sdk/reader'), current),
  after(types('Types of the React Native package without screens', 'sdk/react-native'), current),
  after(types('Types of the command line', 'sdk/cli'), current),
  after(types('Types of the package for tests', 'sdk/testing'), current),
  buildSdk,
  buildTesting,
  buildCli,
  buildFace,
  buildGo,
  buildPython,
  after(types('Types of the site', 'web'), buildSdk),
  after(step('Import rules', bin('depcruise'), ...IMPORT_RULES), buildSdk),
  node('Folders form no circle', 'scripts/checks/folder-cycles.ts'),
  after(step('Unused files, exports and packages', bin('knip'), '--no-progress'), buildSdk),
  buildSite,
  after(
    step('Weight of pages and portal', bin('size-limit'), '--hide-passed', '--config', 'web/.size-limit.ts'),
    buildSite,
  ),
];

const ARTEFACT = 'dist/server.mjs';

const { MOCK_PORT = '4010', WEB_PORT = '5173' } = process.env;
const mock = node('', 'scripts/mock.ts');

const running =
  (script: string, ...needs: BuildStep['name'][]) =>
  () => {
    if (needs.length > 0) build(needs);
    return run(node('', script, ...rest));
  };

const tasks: Record<string, () => Promise<number>> = {
  start: async () => {
    build(['generate']);
    const rows = rowsToBuild(sideBySide).map((names) => run(node('', 'scripts/build.ts', ...names)));
    const failed = (await Promise.all(rows)).find((code) => code !== 0);
    if (failed !== undefined) return failed;
    const [later = []] = rowsToBuild([packages]);
    const stop = new AbortController();
    // If this build fails, the service runs without these packages, and the output of the failed step says why.
    if (later.length > 0) void run(node('', 'scripts/build.ts', ...later), stop.signal);
    const code = await run(node('', 'server/main.ts'));
    stop.abort();
    return code;
  },
  dev: async () => {
    build(['generate', 'sdk', 'cli', 'go', 'python']);
    return together(
      node('', '--watch-path=server', '--watch-path=sdk/emrtd/src', '--watch-path=openapi/facts', 'server/main.ts'),
      vite(),
    );
  },
  'dev:mock': async () => {
    build(['generate']);
    return together(
      { ...mock, environment: { WEB_PORT } },
      { ...vite(), environment: { API_URL: `http://localhost:${MOCK_PORT}`, MOCK: 'on' } },
    );
  },
  mock: running('scripts/mock.ts', 'generate'),
  format: async () => {
    for (const next of [formatContract, step('Format of the code', bin('biome'), 'check', '--write')])
      runStep(next.title, next.command, next.args);
    return 0;
  },
  generate: async () => {
    const failed = await run({ ...generate, args: [...generate.args, ...rest] });
    if (failed) return failed;
    // Missing handlers are reported but are not a failure here: the developer writes them next.
    await run(handlers);
    return 0;
  },
  texts: running('scripts/checks/generated-files.ts', 'generate'),
  build: async () => run(node('', 'scripts/build.ts', ...steps.map(({ name }) => name), ...rest)),
  serve: async () => {
    if (existsSync(join(root, ARTEFACT)))
      return run({
        ...step('', process.execPath, ...nodeArguments, ARTEFACT),
        environment: { ...memoryEnvironment, ...process.env },
      });
    process.stderr.write('There is nothing to serve yet. Run `npm run build` first.\n');
    return 1;
  },
  migrate: running('server/migrate.ts', 'generate'),
  check: async () => {
    for (const { title, command, args } of checks) runStep(title, command, args);
    return 0;
  },
  test: async () => {
    const names = namesAmong(rest);
    const areFiles = names.length > 0 && names.every((name) => existsSync(join(root, name)));
    if (!areFiles) return run(node('', 'scripts/test.ts', ...rest));
    build();
    return run(step('', bin('vitest'), 'run', ...rest));
  },
  'sdk-matrix': async () => {
    build();
    return run(step('', bin('vitest'), 'run', '--project', 'sdk-matrix', ...rest));
  },
  reader: running('server/commands/reader.ts', 'generate', 'sdk'),
  chip: running('server/commands/chip.ts', 'generate'),
  app: running('sdk/react-native/scripts/app.ts'),
  operator: running('server/operator/operator.ts', 'generate'),
  contract: running('scripts/contract.ts'),
  conformance: async () => {
    build(['generate']);
    const names = ['conformance', 'statuses', 'http-statuses', 'problems', 'examples'];
    const tables = names.map((name) => `tests/contract/${name}.test.ts`);
    return run(step('', bin('vitest'), 'run', '--project', 'api', ...tables, ...rest));
  },
  release: running('scripts/release/release.ts'),
  bench: async () => {
    // If an artefact exists, the benchmark measures it, so it must be up to date.
    build(['generate', 'sdk', ...(existsSync(join(root, ARTEFACT)) ? ['cli', 'site', 'finish', 'artefact'] : [])]);
    return run(node('', 'scripts/bench.ts', ...rest));
  },
  'mrz-measure': running('scripts/mrz/measure.ts'),
  lighthouse: running('tests/lighthouse.ts'),
  axe: async () => {
    build();
    // A test checks its screen in six combinations of theme and width. On the longest page, each takes half a minute.
    const patience = ['--testTimeout', '1200000'];
    const screens = step('', bin('vitest'), 'run', '--project', 'browser', ...patience, 'tests/e2e/screens.test.ts');
    return run({ ...screens, environment: { AXE: 'all' } });
  },
};

const [sdkAndCli, site] = [[buildSdk, buildCli, buildFace], buildSite];

export { checks, sdkAndCli, site };

const chosen = tasks[task];
if (import.meta.main) {
  if (!chosen) {
    process.stderr.write(`Unknown task "${task}". Tasks: ${Object.keys(tasks).join(', ')}\n`);
    process.exit(2);
  }
  process.exit(await chosen());
}

function vite(): Step {
  return step('', bin('vite'), 'web', '--port', WEB_PORT, '--strictPort');
}

/** The words that are neither options nor the values of options. */
function namesAmong(words: string[]): string[] {
  const isOption = (word = '') => word.startsWith('-');
  return words.filter((word, at) => !isOption(word) && (!isOption(words[at - 1]) || words[at - 1]!.includes('=')));
}

async function run({ command, args, environment }: Step, stop?: AbortSignal): Promise<number> {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } });
  const forward = (signal: NodeJS.Signals) => void child.kill(signal);
  process.on('SIGTERM', forward).on('SIGINT', forward);
  stop?.addEventListener('abort', () => child.kill());
  await once(child, 'exit');
  return child.exitCode ?? 128 + constants.signals[child.signalCode!];
}

/** As soon as one of the steps ends, the others are ended too. */
async function together(...steps: Step[]): Promise<number> {
  const stop = new AbortController();
  const running = steps.map((step) => run(step, stop.signal));
  const code = await Promise.race(running);
  stop.abort();
  await Promise.allSettled(running);
  return code;
}
