/**
 * Commands for the app Sigill Identity, which has its own dependencies: bundles it, checks and packs the package that it uses, and
 * writes its native projects. USAGE lists them all.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../../../openapi/contract/contract.ts';
import { drawIcons } from './icons.ts';
import { tryPacked } from './package.ts';

const app = join(root, 'sdk/react-native/example');
const compiler = join(root, 'node_modules/.bin/tsc');
const KILOBYTE = 1024;
/** The first bytes of Hermes bytecode. */
const HERMES = 'c61fbc03c103191f';

const USAGE = `The app Sigill Identity, in sdk/react-native/example.

  npm run app -- bundle    bundles for iOS and Android, as Hermes bytecode
  npm run app -- check     checks app, package and guide against the installed React Native and NFC library
  npm run app -- pack      packs @sigill/react-native as a tarball, and tries it as an app would use it
  npm run app -- config    prints the configuration for iOS and Android: entitlements, identifiers, intent filters
  npm run app -- native    writes the projects for Xcode and Android Studio into its folders ios and android
  npm run app -- icons     draws the icons from the project's mark
  npm run app -- start     serves the app to a phone with a development build

Every command first installs the packages in the app's package-lock.json, from the npm registry only. SIGILL_SERVICE is the address
whose links the app opens, SIGILL_APP_ID its package and bundle identifier.`;

const commands: Record<string, () => number | Promise<number>> = {
  bundle,
  check,
  config: () => expo('config', '--type', 'introspect', '--json'),
  pack: () => tryPacked(run),
  icons: () => drawIcons().then(() => 0),
  native: () => expo('prebuild', '--no-install', '--platform', 'all'),
  start: () => expo('start', '--dev-client'),
};

const [name = ''] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(name === '' || name === '--help' ? 0 : 2);
}
process.exit(install() || (await command()));

/** Installs the packages of the app, unless they were installed from the same lock file. @returns the exit code. */
function install(): number {
  const stamp = join(app, 'node_modules/.sigill-install');
  const wanted = createHash('sha256')
    .update(readFileSync(join(app, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 0;
  process.stderr.write('Installing the packages of the app (npm ci) …\n');
  const failed = run('npm', ['ci', '--no-audit', '--no-fund', '--silent'], app);
  if (!failed) writeFileSync(stamp, wanted);
  return failed;
}

/** Checks types and runs tests. The samples of the guide are only compiled, because they cannot run without a phone. */
function check(): number {
  const samples = join(app, '.samples');
  rmSync(samples, { recursive: true, force: true });
  mkdirSync(samples);
  const guide = readFileSync(join(root, 'docs/guides/react-native-guide.md'), 'utf8');
  for (const block of guide.split('\n```tsx name=').slice(1)) {
    const [sample = '', ...lines] = block.split('\n');
    writeFileSync(join(samples, `${sample}.tsx`), `${lines.slice(0, lines.indexOf('```')).join('\n')}\n`);
  }
  const types = run(compiler, ['-p', 'sdk/react-native/tsconfig.app.json'], root);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const tests = ['run', '--config', 'vitest.installed.config.ts', '--root', 'sdk/react-native'];
  return types || run(process.execPath, [vitest, ...tests], root);
}

function bundle(): number {
  const output = join(app, 'dist');
  rmSync(output, { recursive: true, force: true });
  const failed = expo('export', '--platform', 'all', '--output-dir', 'dist', '--max-workers', '2');
  if (failed) return failed;
  const bundles = globSync('_expo/static/js/*/*.hbc', { cwd: output }).toSorted();
  for (const path of bundles) process.stdout.write(`${describeBundle(join(output, path))}\n`);
  const complete = bundles.length === 2 && bundles.every((path) => isHermes(join(output, path)));
  if (!complete) process.stderr.write('Expected one bundle of Hermes bytecode for each system.\n');
  return complete ? 0 : 1;
}

function describeBundle(path: string): string {
  const bytes = readFileSync(path);
  const system = path.split(/[/\\]/).at(-2);
  return `${system}: ${relative(root, path)}, ${Math.round(bytes.length / KILOBYTE)} KB, Hermes bytecode ${bytes.readUInt32LE(8)}`;
}

function isHermes(path: string): boolean {
  return readFileSync(path).toString('hex', 0, 8) === HERMES;
}

/** Expo's own command, without telemetry and without requests to Expo's servers. */
function expo(...args: string[]): number {
  const quiet = args[0] === 'start' ? {} : { CI: '1' };
  return run(process.execPath, [join(app, 'node_modules/expo/bin/cli'), ...args], app, {
    EXPO_NO_TELEMETRY: '1',
    EXPO_OFFLINE: '1',
    ...quiet,
  });
}

function run(program: string, args: string[], cwd: string, environment: NodeJS.ProcessEnv = {}): number {
  const shell = process.platform === 'win32' && program === 'npm';
  const { status, error } = spawnSync(program, args, {
    cwd,
    shell,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  if (error) throw error;
  return status ?? 1;
}
