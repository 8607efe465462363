// Entry of every npm script: installs what the task needs of the lock file, then runs the task on the locked Node, and ends all of it
// when it is told to end. Plain JavaScript without dependencies, for the Node that the root's package.json asks for: it runs before
// anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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

const isWindows = process.platform === 'win32';
/** What runs now, as the leader of a group of processes. */
let child;
let told = 0;

/** npm and the terminal both pass Ctrl-C on, so what follows within half a second is the same wish. */
function end(signal) {
  if (Date.now() - told < 500) return;
  told = Date.now();
  // A closed terminal means the same as SIGTERM, for which everything here listens.
  child?.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end);

// What ends npm without a word to its children, as SIGHUP and SIGKILL do, ends them too.
if (process.env.npm_lifecycle_event && !isWindows) {
  const [shell, npm] = [process.ppid, npmAbove(process.ppid)];
  const watch = setInterval(() => {
    if (process.ppid === shell && isRunning(npm)) return;
    clearInterval(watch);
    end('SIGTERM');
  }, 500).unref();
}

/** npm starts a script in a shell. Some shells stay between the two. */
function npmAbove(parent) {
  const isLinux = process.platform === 'linux';
  const said = isLinux
    ? readFileSync(`/proc/${parent}/stat`, 'utf8').replace(/^\d+ \((.*)\) \S (\d+)[\s\S]*/, '$2 $1')
    : spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(parent)], { encoding: 'utf8' }).stdout;
  const [above, name] = said.trim().split(' ');
  return /\b(ba|da|z|k|)sh$/.test(name) ? Number(above) : parent;
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Runs a command to its end and returns its exit code. None of the processes that it began is left. */
async function run(command, args, env) {
  child = spawn(command, args, { cwd: root, stdio: 'inherit', env, detached: !isWindows });
  const [code, signal] = await once(child, 'exit');
  if (!isWindows) await endGroup(child.pid);
  return code ?? 128 + constants.signals[signal];
}

/** They get a second to put away what is theirs. */
async function endGroup(leader) {
  try {
    process.kill(-leader, 'SIGTERM');
    for (let tries = 0; tries < 20; tries++) {
      await sleep(50);
      process.kill(-leader, 0);
    }
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    // Nobody is left. macOS says EPERM of those that have ended and were not waited for.
    if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error;
  }
}

/** The tasks that do without the packages of tests, checks and benchmarks, which are half of all. */
const SERVICE = new Set('start dev generate build serve migrate reader chip operator contract'.split(' '));

/** Installs what the task needs and keeps what is there, unless the lock file names other versions. */
async function install() {
  const stamp = join(root, 'node_modules', '.sigill-install');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const [installed, kept] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  const group = SERVICE.has(task) && kept !== 'all' ? 'service' : 'all';
  if (installed === lock && (kept === 'all' || kept === group)) return;
  const how = installed === lock ? ['install', '--no-save'] : ['ci'];
  say(`Installing the locked packages${group === 'service' ? '' : ', with those of the tests'} (npm ${how[0]}) …`);
  const started = Date.now();
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm]] : [isWindows ? 'npm.cmd' : 'npm', []];
  const part = group === 'service' ? '--omit=dev' : '--include=dev';
  const status = await run(command, [...args, ...how, part, '--no-audit', '--no-fund'], plainEnvironment());
  if (told) process.exit(status || 1);
  if (status !== 0) {
    say('The installation failed; the lines above say why.');
    process.exit(status);
  }
  writeFileSync(stamp, `${lock} ${group}`);
  say(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** The locked Node of this platform, or the running one when it is new enough. */
function node() {
  const require = createRequire(join(root, 'package.json'));
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  try {
    const folder = dirname(require.resolve(`${name}/package.json`));
    return join(folder, 'bin', isWindows ? 'node.exe' : 'node');
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
await install();
const binary = node();
// Node keeps what it has compiled, so that the service and the tools start faster.
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...plainEnvironment() };
const path = [dirname(binary), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
process.exit(await run(binary, [join(root, 'scripts', 'tasks.ts'), task ?? '', ...rest], { ...compiled, PATH: path }));
