/** A full disk: no lost write is acknowledged, callers and load balancers are told to wait, and the service recovers automatically. */
// SQLite only: it fills the disk of its file.
import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { inside, onSmallDisk, smallDisksExist } from '../support/process/small-disk.ts';
import { type Call, createCaller, type Result } from '../support/server/call.ts';
import { verifiedAccount } from '../support/server/newcomers.ts';
import { eventually } from '../support/server/test-server.ts';

const MB = 1024 * 1024;
const DISK_MB = 96;
const possible = smallDisksExist();
if (!possible) console.warn('No small disk can be made here (unshare, tmpfs): what a full one does is not checked.');

describe.skipIf(!possible)('on a full disk', () => {
  let service: ServerProcess;
  let call: Call;
  let disk: string;
  let bearer: string;
  let basic: { public_key: string; secret: string };
  const acknowledged: number[] = [];
  const refused: Result[] = [];

  const ready = async () => {
    const response = await fetch(`${service.base}/readyz`);
    return { status: response.status, body: await response.json() };
  };
  const create = () => call('session.create', {}, { basic }, { 'Idempotency-Key': randomUUID() });
  const filler = () => join(disk, 'filler');

  /**
   * Takes all but `left` bytes, as another program would. If the service has written meanwhile, less is left and the write fails,
   * but the disk is full too.
   */
  function fill(left = 0): void {
    const { bavail, bsize } = statfsSync(disk);
    try {
      writeFileSync(filler(), Buffer.alloc(bavail * bsize - left), { flag: 'a' });
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    }
  }

  beforeAll(async () => {
    service = await createServerProcess({}, (folder) => onSmallDisk(folder, DISK_MB));
    call = createCaller(service.base);
    await service.start();
    disk = inside(service.pid!, service.folder);
    ({ basic, bearer } = await verifiedAccount(service.base));
    acknowledged.push((await create()).body.id);
  });
  afterAll(() => service?.remove());

  test('the data is readable by its own user only', () => {
    for (const name of readdirSync(disk).filter((entry) => /^(sigill\.db|server\.key)/.test(entry)))
      expect([name, (statSync(join(disk, name)).mode & 0o777).toString(8)]).toEqual([name, '600']);
    expect(readdirSync(disk)).toEqual(expect.arrayContaining(['sigill.db', 'sigill.db-wal', 'sigill.db-shm']));
  });

  test('the service is ready while there is space', async () => {
    expect(await ready()).toEqual({ status: 200, body: { status: 'ok', database: true, disk: true } });
  });

  test('the service is not ready while the log may need more space than there is, although writes still work', async () => {
    fill(60 * MB);
    const answer = await eventually(async () => {
      const { status, body } = await ready();
      return status === 503 && body;
    }, 'readyz to notice');
    expect(answer).toEqual({ status: 'unavailable', database: true, disk: false });
    const { status, body } = await create();
    expect(status).toBe(200);
    acknowledged.push(body.id);
  });

  test('a call that writes returns 503, with the time to wait', async () => {
    fill();
    while (refused.length < 20 && acknowledged.length < 2000) {
      const result = await create();
      if (result.status === 200) acknowledged.push(result.body.id);
      else refused.push(result);
    }
    expect(refused).toHaveLength(20);
    for (const { status, body, headers } of refused) {
      expect([status, (body as { code: string }).code]).toEqual([503, 'service_unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('the log names the full disk, and not the errors that follow from it', async () => {
    const lines = service.stdout.split('\n').filter((line) => line.includes('"operation":"session.create"'));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ err: { code: 'SQLITE_FULL' } });
    expect(service.stdout).not.toContain('no transaction is active');
  });

  test('the service says that it is not ready, and which part is not', async () => {
    const answer = await eventually(async () => {
      const { status, body } = await ready();
      return status === 503 && body;
    }, 'readyz to notice');
    expect(answer).toMatchObject({ status: 'unavailable', disk: false });
    expect((await fetch(`${service.base}/healthz`)).status).toBe(200);
  });

  test('reads still work, and everything acknowledged is there', async () => {
    for (const id of acknowledged)
      expect(await call('session.state', { id }, { basic })).toMatchObject({ status: 200, body: { state: 'CREATED' } });
    const { body } = await call('dashboard.usage', {}, { bearer });
    expect(body.last_30_days).toBe(acknowledged.length);
  });

  test('the service recovers automatically when there is space again', async () => {
    rmSync(filler());
    const { status, body } = await create();
    expect(status).toBe(200);
    acknowledged.push(body.id);
    expect(await eventually(async () => (await ready()).status === 200, 'readyz to recover')).toBe(true);
    const { body: usage } = await call('dashboard.usage', {}, { bearer });
    expect(usage.last_30_days).toBe(acknowledged.length);
    expect(await service.end('SIGTERM')).toBe(0);
  });
});
