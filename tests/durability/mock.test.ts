// SQLite only: the mock has no database.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../server/test-service/free-port.ts';
import { spawned } from '../support/packages/script.ts';

let mock: ChildProcess | undefined;
afterEach(() => void mock?.kill());

const prismOf = async (pid: number): Promise<number | undefined> => {
  const ps = spawn('ps', ['-o', 'pid=', '--ppid', String(pid)]);
  const [output] = (await once(ps.stdout, 'data').catch(() => [''])) as [Buffer | string];
  return Number(String(output).trim().split('\n')[0]) || undefined;
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function firstStatus(url: string): Promise<number> {
  const headers = { 'Content-Type': 'application/json' };
  for (;;) {
    const response = await fetch(url, { method: 'POST', headers, body: '{}' }).catch(() => undefined);
    if (response) return response.status;
    await wait(10);
  }
}

test('the mock listens where MOCK_PORT says, prints how to use it, and ends with everything that it started', async () => {
  const port = await freePort();
  mock = spawn(process.execPath, [join(import.meta.dirname, '../../scripts/mock.ts')], {
    env: { ...process.env, MOCK_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const early = firstStatus(`http://127.0.0.1:${port}/api/v1/demo.create`);
  let said = '';
  while (!said.includes('Ctrl-C')) said += String((await once(mock.stdout!, 'data'))[0]);
  expect(said).toContain(`http://localhost:${port}/api/v1/`);
  expect(said).toContain('"Prefer: scenario=rejected"');
  // A request that arrives before Prism is ready waits for it.
  expect(await early).toBe(200);
  const prism = await prismOf(mock.pid!);
  expect(prism).toBeDefined();

  const second = await spawned('scripts/mock.ts', [], { MOCK_PORT: String(port) });
  expect(second).toMatchObject({
    code: 1,
    err: `Port ${port} is in use. Stop the program that uses it, or set MOCK_PORT to another port.\n`,
  });

  mock.kill('SIGTERM');
  expect(await once(mock, 'exit')).toEqual([0, null]);
  expect(isRunning(prism!)).toBe(false);
});

test('the mock refuses an invalid port', async () => {
  expect(await spawned('scripts/mock.ts', [], { MOCK_PORT: 'http' })).toMatchObject({
    code: 1,
    err: 'MOCK_PORT must be a port from 1 to 65535.\n',
  });
});
