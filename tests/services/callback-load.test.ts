/** Many callbacks: sent with as much concurrency as the receiver can handle, and shared fairly between accounts and processes. */
// CI only: it delivers thousands of callbacks.
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBillingWorker } from '../../server/billing/account/billing.worker.ts';
import { drawDocument } from '../../server/billing/document/bill-drawing.ts';
import { createCallbackWorker } from '../../server/callbacks/callback.worker.ts';
import { addSeconds, timestamp } from '../../server/core/clock.ts';
import type { OutsideContext } from '../../server/core/context.ts';
import { startWorkers } from '../../server/core/workers.ts';
import { randomId } from '../../server/database/random-id.ts';
import { createMailWorker } from '../../server/mail/mail.worker.ts';
import { trials } from '../support/runs/trials.ts';
import { createServiceWorld, type ServiceWorld } from '../support/server/service-world.ts';

/** How far ahead the clock of another process may be, and how long an attempt may take. */
const AHEAD_SECONDS = 30;
const LONGEST_ATTEMPT_SECONDS = 15;
const LONGEST_MAIL_SECONDS = 85;

let world: ServiceWorld;
let receiver: Server;
let url: string;
let answer: (response: ServerResponse, id: string) => void;
let received: string[];
let connections: Socket[];
let open: number;
let mostOpen: number;
const workers: ReturnType<typeof createCallbackWorker>[] = [];

beforeEach(async () => {
  world = await createServiceWorld();
  answer = (response) => void response.end('ok');
  [received, connections, open, mostOpen] = [[], [], 0, 0];
  receiver = createServer((request, response) => {
    const id = String(request.headers['webhook-id']);
    mostOpen = Math.max(mostOpen, ++open);
    response.once('close', () => open--);
    request.resume().once('end', () => {
      received.push(id);
      answer(response, id);
    });
  });
  receiver.on('connection', (socket) => connections.push(socket));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  receiver.closeAllConnections();
  receiver.close();
  await world.close();
});

function workerOf(ctx: OutsideContext = world.ctx) {
  const worker = createCallbackWorker(ctx, { timeout_ms: 60_000 });
  workers.push(worker);
  return worker;
}

async function enqueue(merchant_id: number, count: number): Promise<string[]> {
  const now = timestamp(world.deps.clock.now());
  const rows = Array.from({ length: count }, (_, number) => ({
    id: `msg_${merchant_id}_${number}`,
    ...{ merchant_id, session_id: randomId(), type: 'session.state_changed', url, session_state: 'FAILED' as const },
    ...{ payload: '{}', state: 'PENDING' as const, created: now, next_attempt: now, attempts: 0, attempts_left: 6 },
  }));
  for (let from = 0; from < count; from += 500)
    await world.ctx.db
      .insertInto('callbacks')
      .values(rows.slice(from, from + 500))
      .execute();
  return rows.map(({ id }) => id);
}

const states = async () =>
  (await world.ctx.db.selectFrom('callbacks').select(['id', 'state', 'attempts']).orderBy('id').execute()).map(
    ({ state, attempts }) => `${state} after ${attempts}`,
  );

const attempted = async () =>
  (await world.ctx.db.selectFrom('callbacks').select('attempts').execute()).reduce((sum, row) => sum + row.attempts, 0);

async function deliverAll(worker = workerOf()): Promise<void> {
  const loop = startWorkers({ callbacks: { run: worker.run } }, world.deps.log);
  await expect.poll(async () => (await states()).every((state) => !state.startsWith('PENDING'))).toBe(true);
  await loop.stop();
}

function processAhead(seconds: number): OutsideContext {
  const clock = { now: () => addSeconds(world.deps.clock.now(), seconds) };
  return { ...world.ctx, deps: { ...world.deps, clock } };
}

describe('the callbacks of one account', () => {
  test('are sent more and more at once, over few connections, and each event once', async () => {
    answer = (response) => void setTimeout(() => response.end('ok'), 30);
    const ids = await enqueue(await world.merchant(), 400);
    await deliverAll();
    expect(received.toSorted()).toEqual(ids.toSorted());
    expect(new Set(await states())).toEqual(new Set(['DELIVERED after 1']));
    expect(mostOpen).toBeGreaterThan(10);
    expect(connections.length).toBeLessThan(80);
    const days = await world.ctx.db.selectFrom('callback_days').selectAll().execute();
    expect(days).toMatchObject([{ delivered: 400, delivered_at_first: 400, failed: 0 }]);
    const answers = await world.ctx.db.selectFrom('callback_answer_times').select('answers').execute();
    expect(answers.reduce((sum, { answers }) => sum + answers, 0)).toBe(400);
  });

  test('are sent one at a time to a receiver that is overloaded', async () => {
    answer = (response) => void response.writeHead(503).end();
    await enqueue(await world.merchant(), 40);
    const worker = workerOf();
    for (let pass = 0; pass < 6; pass++) {
      await worker.run();
      await worker.idle();
    }
    const before = await attempted();
    await worker.run();
    expect((await attempted()) - before).toBe(1);
    await worker.idle();
  });

  test('are sent again immediately, and not counted as failed, when a receiver has closed a kept connection', async () => {
    const [first, second] = await enqueue(await world.merchant(), 2);
    const used = new Set<Socket | null>();
    answer = (response) => {
      // Each connection serves one request.
      const { socket } = response;
      if (used.has(socket)) socket?.resetAndDestroy();
      else response.end('ok');
      used.add(socket);
    };
    const worker = workerOf();
    await world.ctx.db.updateTable('callbacks').set({ next_attempt: '2027-01-01' }).where('id', '=', second!).execute();
    await worker.run();
    await worker.idle();
    await world.ctx.db.updateTable('callbacks').set({ next_attempt: '2026-01-01' }).where('id', '=', second!).execute();
    await worker.run();
    await worker.idle();
    expect(received).toEqual([first, second, second]);
    expect(await states()).toEqual(['DELIVERED after 1', 'DELIVERED after 1']);
    expect(await world.ctx.db.selectFrom('callback_attempts').select('error').execute()).toEqual([
      { error: null },
      { error: null },
    ]);
  });

  test('are recorded although one among them cannot be', async () => {
    const ids = await enqueue(await world.merchant(), 4);
    const responses: ServerResponse[] = [];
    answer = (response) => void responses.push(response);
    const worker = workerOf();
    await worker.run();
    await expect.poll(() => responses.length).toBe(4);
    const attempt = { created: '2026-03-02', duration_ms: 1, status_code: 200, error: null };
    const [, , impossible] = received;
    await world.ctx.db
      .insertInto('callback_attempts')
      .values({ ...attempt, callback_id: impossible!, number: 1 })
      .execute();
    for (const response of responses) response.end('ok');
    await worker.idle();
    expect(await states()).toEqual(ids.map((id) => `${id === impossible ? 'PENDING' : 'DELIVERED'} after 1`));
  });
});

test('the only event of an account is sent in the first pass of two processes, however many events wait for others', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        large: fc.array(fc.constantFrom(1000, 3000, 10_000), { minLength: 1, maxLength: 3 }),
        at: fc.nat(3),
      }),
      async ({ large, at }) => {
        await world.ctx.db.deleteFrom('callbacks').execute();
        const accounts = Array.from({ length: large.length + 1 }, (_, number) => 1000 + number + randomId() * 10);
        const small = accounts[at % accounts.length]!;
        const others = accounts.filter((account) => account !== small);
        for (const [number, account] of others.entries()) await enqueue(account, large[number]!);
        const [event] = await enqueue(small, 1);
        answer = (response, id) => void (id === event && response.end('ok'));
        received = [];
        const two = [workerOf(), workerOf()];
        await Promise.all(two.map((worker) => worker.run()));
        await expect.poll(() => received).toContain(event);
        expect(received.filter((id) => id === event)).toHaveLength(1);
        await Promise.all(two.map((worker) => worker.stop()));
      },
    ),
    trials(3),
  );
});

describe(`a process whose clock is ${AHEAD_SECONDS} seconds ahead`, () => {
  test('takes no callback that another process is sending, and takes it when that one has died', async () => {
    answer = () => {};
    const [event] = await enqueue(await world.merchant(), 1);
    await workerOf().run();
    await expect.poll(() => received).toEqual([event]);
    world.advance(LONGEST_ATTEMPT_SECONDS);
    const ahead = workerOf(processAhead(AHEAD_SECONDS));
    await ahead.run();
    await ahead.idle();
    expect(received).toEqual([event]);
    answer = (response) => void response.end('ok');
    world.advance(10);
    await ahead.run();
    await ahead.idle();
    expect(received).toEqual([event, event]);
  });

  test('takes no email that another process is sending', async () => {
    const accepted: Socket[] = [];
    const silent = createTcpServer((socket) => accepted.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const config = { ...world.deps.config, smtp_url: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` };
    const withServer = (ctx: OutsideContext) => ({ ...ctx, deps: { ...ctx.deps, config } });
    const mailer = (ctx: OutsideContext) => createMailWorker(withServer(ctx), drawDocument(ctx));
    await world.account();
    world.advance(40 * 86_400);
    await createBillingWorker(withServer(world.ctx)).run();
    const mails = (await world.ctx.db.selectFrom('mails').select('id').execute()).length;
    const running = mailer(world.ctx).run();
    await expect.poll(() => accepted.length).toBe(mails);
    world.advance(LONGEST_MAIL_SECONDS);
    await mailer(processAhead(AHEAD_SECONDS)).run();
    expect(accepted).toHaveLength(mails);
    for (const socket of accepted) socket.destroy();
    silent.close();
    await running;
  });
});
