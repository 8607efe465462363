/**
 * Two servers on one SQLite file, as when a new one starts before the old one has ended: each waits for the other, and neither
 * refuses a call.
 */
// SQLite only: it is about two processes on one file.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { times } from '../support/runs/trials.ts';
import { type Call, createCaller } from '../support/server/call.ts';
import { verifiedAccount } from '../support/server/newcomers.ts';
import { eventually } from '../support/server/test-server.ts';

const CLIENTS = 4;
const CREATES = times(50);

let services: ServerProcess[] = [];
let calls: Call[] = [];

beforeAll(async () => {
  const first = await createServerProcess();
  const second = await createServerProcess({ DATA_DIR: first.folder });
  services = [first, second];
  calls = services.map(({ base }) => createCaller(base));
  // Both start at the same time on an empty folder: one creates the key and the tables, and the other finds them.
  await Promise.all(services.map((service) => service.start()));
});
afterAll(() => Promise.all(services.map((service) => service.remove())));

async function client(number: number) {
  return verifiedAccount(services[number % services.length]!.base);
}

describe('four clients that write through both', () => {
  test('are all served, and each sees all of its sessions through either', async () => {
    const statuses: Record<number, number> = {};
    const clients = await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
    const made = await Promise.all(
      clients.map(async ({ basic }) => {
        const ids: number[] = [];
        for (let round = 0; round < CREATES; round++) {
          const call = calls[round % calls.length]!;
          const { status, body } = await call('session.create', {}, { basic }, { 'Idempotency-Key': randomUUID() });
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (status === 200) ids.push(body.id);
        }
        return ids;
      }),
    );
    expect(statuses).toEqual({ 200: CLIENTS * CREATES });
    for (const [number, { basic, bearer }] of clients.entries()) {
      for (const call of calls) {
        const { body } = await call('dashboard.usage', {}, { bearer });
        expect(body.last_30_days).toBe(CREATES);
        expect(await call('session.state', { id: made[number]!.at(-1)! }, { basic })).toMatchObject({
          status: 200,
          body: { state: 'CREATED' },
        });
      }
    }
  });

  test('get each callback once, whichever process delivers it', async () => {
    const { basic } = await client(0);
    const [{ base }] = services as [ServerProcess, ServerProcess];
    const receiver = `${base}/_local/callbacks/both`;
    const ended = await Promise.all(
      Array.from({ length: 20 }, async (_, round) => {
        const call = calls[round % calls.length]!;
        const { body } = await call('session.create', { callback_url: receiver }, { basic });
        expect((await calls[(round + 1) % calls.length]!('session.abort', { id: body.id }, { basic })).status).toBe(
          200,
        );
        return body.id;
      }),
    );
    const delivered = async () => {
      const { callbacks } = (await (await fetch(`${receiver}.json`)).json()) as {
        callbacks: { body: { data: { id: number } } }[];
      };
      return callbacks.map(({ body }) => body.data.id);
    };
    await eventually(async () => (await delivered()).length >= ended.length, 'the callbacks');
    expect((await delivered()).toSorted()).toEqual(ended.toSorted());
  });

  test('wake a listener at one process for changes at the other', async () => {
    const { basic, bearer, email } = await client(0);
    const [here, there] = calls as [Call, Call];
    await here('password.verify_email_send_code', {}, { bearer });
    const code = await eventually(async () => {
      const { mails } = (await (await fetch(`${services[0]!.base}/_local/mailbox.json?to=${email}`)).json()) as {
        mails: { text: string }[];
      };
      return mails.map(({ text }) => /\b[A-HJ-NP-Z2-9]{6}\b/.exec(text)?.[0]).find(Boolean);
    }, 'the code');
    await here('password.verify_email', { code }, { bearer });
    const { cursor } = (await here('callback.listen', {}, { basic })).body;
    const waiting = here('callback.listen', { cursor, wait_seconds: 25 }, { basic });
    const { body: session } = await there('session.create', {}, { basic });
    await there('session.abort', { id: session.id }, { basic });
    // If nothing woke the call, it would look again only after its 25 seconds.
    const woken = await Promise.race([waiting, pause(15_000, undefined, { ref: false })]);
    expect(woken?.body.callbacks.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { data: { id: session.id, state: 'ABORTED' } },
    ]);
  });

  test('leave nothing in the log', () => {
    for (const { stderr } of services) expect(stderr).toBe('');
    for (const { stdout } of services) expect(stdout.trim().split('\n')).toHaveLength(2);
  });
});

test('many pairs that start at the same time on an empty folder both come up', async () => {
  for (let round = 0; round < 2; round++) {
    const first = await createServerProcess();
    const second = await createServerProcess({ DATA_DIR: first.folder });
    try {
      await Promise.all([first.start(), second.start()]);
      const { status } = await createCaller(second.base)('password.create', {
        email: `${randomUUID()}@example.com`,
        password: 'correct horse',
      });
      expect(status).toBe(200);
    } finally {
      await first.remove();
      await second.remove();
    }
  }
});
