// Entry point of every npm script: installs the packages that the task needs, runs the task on the locked Node, passes signals on
// to it, and ends the processes that it leaves behind. Plain JavaScript without dependencies, for the Node version in the root's
// package.json: it runs before anything is installed.
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

/** The environment without npm's settings, which a nested npm would apply to itself. */
function plainEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(lifecycle|package|command|config_(?!cache|registry|userconfig))/i.test(name),
    ),
  );
}

const isWindows = process.platform === 'win32';
let child;
let told = 0;

/** npm and the terminal both forward Ctrl-C, so a second signal within half a second is ignored. */
function end(signal) {
  if (Date.now() - told < 500) return;
  told = Date.now();
  // A closed terminal is treated as SIGTERM, which all our programs handle.
  child?.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end);

// If npm dies without signalling its children, as with SIGHUP and SIGKILL, end them too.
if (process.env.npm_lifecycle_event && !isWindows) {
  const [shell, npm] = [process.ppid, npmAbove(process.ppid)];
  const watch = setInterval(() => {
    if (process.ppid === shell && isRunning(npm)) return;
    clearInterval(watch);
    end('SIGTERM');
  }, 500).unref();
}

/** The pid of npm. It starts a script in a shell, and some shells stay as a process in between. */
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

async function run(command, args, env) {
  child = spawn(command, args, { cwd: root, stdio: 'inherit', env, detached: !isWindows });
  const [code, signal] = await once(child, 'exit');
  if (!isWindows) await endGroup(child.pid);
  return code ?? 128 + constants.signals[signal];
}

/** Ends a process group, with a second to clean up before SIGKILL. */
async function endGroup(leader) {
  try {
    process.kill(-leader, 'SIGTERM');
    for (let tries = 0; tries < 20; tries++) {
      await sleep(50);
      process.kill(-leader, 0);
    }
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    // No process is left. macOS reports EPERM for zombies.
    if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error;
  }
}

/** Tasks that do not need the packages for tests, checks and benchmarks. */
const SERVICE = new Set('start dev generate build serve migrate reader chip operator contract'.split(' '));

/** Keeps the packages already installed unless the lock file has changed or the task needs more of them. */
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
      `Sigill requires Node ${MINIMUM.join('.')} or later. This is Node ${process.versions.node}, and no packaged one exists for ${process.platform}-${process.arch}: install Node ${MINIMUM.join('.')} or later.`,
    );
    process.exit(1);
  }
}

const [task, ...rest] = process.argv.slice(2);
await install();
const binary = node();
// Node's compile cache makes the service and the tools start faster.
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...plainEnvironment() };
const path = [dirname(binary), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
process.exit(await run(binary, [join(root, 'scripts', 'tasks.ts'), task ?? '', ...rest], { ...compiled, PATH: path }));
