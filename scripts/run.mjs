// Entry of every npm script: installs what the lock file names, then runs the task on the locked Node.
// Plain JavaScript without dependencies, for the Node that the root's package.json asks for: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const MINIMUM = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8'))
  .engines.node.match(/\d+/g)
  .map(Number);
const say = (text) => process.stderr.write(`\x1b[2m[sigill]\x1b[0m ${text}\n`);

/** The environment without the settings of npm, which a nested npm would take for its own. */
function plainEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(lifecycle|package|command|config_(?!cache|registry|userconfig))/i.test(name),
    ),
  );
}

function run(command, args, env) {
  const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env });
  if (error) throw error;
  if (signal) process.kill(process.pid, signal);
  return status ?? 1;
}

function install() {
  const stamp = join(root, 'node_modules', '.sigill-install');
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Installing the locked packages (npm ci) …');
  const started = Date.now();
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  const status = run(command, [...args, 'ci', '--no-audit', '--no-fund'], plainEnvironment());
  if (status !== 0) {
    say('The installation failed; the lines above say why.');
    process.exit(status);
  }
  writeFileSync(stamp, wanted);
  say(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** The locked Node of this platform, or the running one when it is new enough. */
function node() {
  const require = createRequire(join(root, 'package.json'));
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  try {
    const folder = dirname(require.resolve(`${name}/package.json`));
    return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    const [major, minor] = process.versions.node.split('.').map(Number);
    if (major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1])) return process.execPath;
    say(
      `Sigill runs on Node ${MINIMUM.join('.')} or later. This is Node ${process.versions.node}, and no packaged one exists for ${process.platform}-${process.arch}: install Node ${MINIMUM.join('.')} or later.`,
    );
    process.exit(1);
  }
}

const [task, ...rest] = process.argv.slice(2);
install();
const binary = node();
// Node keeps what it has compiled, so that the service and the tools start faster.
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...plainEnvironment() };
const path = [dirname(binary), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
process.exit(run(binary, [join(root, 'scripts', 'tasks.ts'), task ?? '', ...rest], { ...compiled, PATH: path }));
