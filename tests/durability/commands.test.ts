/** Commands of the README that are ended by a terminal, a supervisor or a closed window leave no process behind. */
// CI only: it starts and ends each command of the README.
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../server/test-service/free-port.ts';

const root = join(import.meta.dirname, '../..');
const data = mkdtempSync(join(tmpdir(), 'sigill-commands-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

/** The variables that set each command's ports. `test` runs a file whose tests start servers on their own ports. */
const COMMANDS: Record<string, string[]> = {
  start: ['PORT'],
  'run serve': ['PORT'],
  'run dev': ['PORT', 'WEB_PORT'],
  'run mock': ['MOCK_PORT'],
  'run dev:mock': ['MOCK_PORT', 'WEB_PORT'],
  'test -- tests/durability/shutdown.test.ts': [],
};

/**
 * Other commands get only SIGTERM, because signals reach all commands in the same way, through scripts/run.mjs. npm cannot pass on
 * SIGKILL, so its children have to notice that npm is gone.
 */
const SIGNALS: Record<string, NodeJS.Signals[]> = {
  start: ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'],
  'run dev': ['SIGTERM', 'SIGINT'],
};

const isLinux = process.platform === 'linux';
const MARK = 'SIGILL_STARTED_BY';
let mark = '';

beforeAll(() => {
  // What `serve` starts.
  execFileSync(process.execPath, ['scripts/build.ts', 'artefact'], { cwd: root, stdio: 'ignore' });
}, 120_000);
afterEach(() => {
  for (const pid of begun()) process.kill(pid, 'SIGKILL');
});

describe.each(Object.entries(COMMANDS))('npm %s', (command, variables) => {
  test.each(SIGNALS[command] ?? ['SIGTERM' as const])('ends with all its processes on %s', async (signal) => {
    mark = randomUUID();
    const ports = await Promise.all(variables.map(() => freePort()));
    const npm = spawn('npm', command.split(' '), {
      cwd: root,
      stdio: 'ignore',
      detached: true,
      env: {
        ...withoutNpm(process.env),
        ...Object.fromEntries(variables.map((name, index) => [name, String(ports[index])])),
        DATA_DIR: join(data, mark),
        [MARK]: mark,
      },
    });
    const ended = once(npm, 'exit');
    const isUp = async () =>
      ports.length > 0 ? (await Promise.all(ports.map(listens))).every(Boolean) : begun().length > 5;
    await expect.poll(isUp, { timeout: 60_000, interval: 100 }).toBe(true);
    const before = begun().length;
    expect(before).toBeGreaterThan(1);
    // In a terminal, Ctrl-C reaches all processes. Other signals reach only the command.
    process.kill(signal === 'SIGINT' ? -npm.pid! : npm.pid!, signal);
    await expect
      .poll(async () => [...(await Promise.all(ports.map(listens))), begun().length], { timeout: 3000, interval: 50 })
      .toEqual([...ports.map(() => false), 0]);
    await ended;
  });
});

const withoutNpm = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(npm_|VITEST)/i.test(name)));

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, 'localhost', () => resolve(socket.destroy() !== undefined));
    socket.once('error', () => resolve(false));
  });

/** The processes that have the mark in their environment, as far as it can be read. */
function begun(): number[] {
  if (!isLinux) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(join('/proc', pid, 'environ'), 'utf8').includes(`${MARK}=${mark}\0`);
      } catch {
        // The process has ended, or belongs to another user.
        return false;
      }
    })
    .map(Number);
}
