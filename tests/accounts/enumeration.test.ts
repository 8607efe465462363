/**
 * Neither signing in nor recovering a password reveals whether an address has an account: not in the response, and not in its time.
 * Makes many pairs of calls, one for a known and one for an unknown address, in random order. The response times must not tell
 * which was which (area under the ROC curve, computed by ranks).
 */
// CI only: it times hundreds of pairs of calls.
// SQLite only: it compares times, nearly all of which go into hashing passwords, not into queries.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../server/test-service/free-port.ts';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { times } from '../support/runs/trials.ts';
import { createTestDatabase } from '../support/server/test-database.ts';
import type { TimedAnswer, TimedCall } from './timing-client.ts';

const ACCOUNTS = 20;
const PAIRS = ACCOUNTS * times(2);
const WARM_UP = 5;
const NEXT_CODE = 'PT31S';
/**
 * 0.5 plus three standard deviations for this many pairs, which is about what chance can reach. At least 0.6, because the machine
 * is never idle.
 */
const ACCEPTED_AUC = Math.max(0.6, 0.5 + 3 * Math.sqrt((2 * PAIRS + 1) / (12 * PAIRS ** 2)));

const operations = {
  'password.recover_send_code': (email: string) => ({ email }),
  // Never a real code: codes contain neither I nor O.
  'password.recover': (email: string) => ({ email, code: 'IOIOIO', new_password: 'battery staple' }),
  'password.authenticate': (email: string) => ({ email, password: 'a wrong guess' }),
};
type Timed = keyof typeof operations;
const names = Object.keys(operations) as Timed[];

interface Sample extends TimedAnswer {
  operation: Timed;
  known: boolean;
}

let server: ServerProcess;
let smtp: SMTPServer;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let samples: Sample[];
const delivered = new Set<string>();
const unknown = Array.from({ length: ACCOUNTS }, (_, index) => `${fresh()}-${index}@example.com`);
let known: string[];

beforeAll(async () => {
  const port = await freePort();
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      stream.resume().on('end', () => {
        for (const { address } of session.envelope.rcptTo) delivered.add(address);
        done();
      });
    },
  });
  smtp.listen(port, '127.0.0.1');
  database = await createTestDatabase();
  server = await createServerProcess({
    TRUSTED_PROXIES: '1',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    ...(database && { DATABASE_URL: database.url }),
  });
  await server.start();
  known = Array.from({ length: ACCOUNTS }, (_, index) => `${fresh()}-${index}@example.com`);
  const signUps = known.map((email) => call('password.create', { email, password: 'correct horse' }));
  const created = await perform(signUps);
  expect(created.map(({ status }) => status)).toEqual(signUps.map(() => 200));
  samples = await measure();
}, 600_000);

afterAll(async () => {
  await server?.remove();
  await database?.drop();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

describe.each(names)('%s', (operation) => {
  test('responds the same for known and unknown addresses', () => {
    const [ofKnown, ofUnknown] = [true, false].map((which) =>
      samples.filter((sample) => sample.operation === operation && sample.known === which),
    );
    expect(ofKnown).toHaveLength(PAIRS);
    expect(ofUnknown).toHaveLength(PAIRS);
    const shapes = new Set(samples.filter((sample) => sample.operation === operation).map(shapeOf));
    expect([...shapes], [...shapes].join('\n')).toHaveLength(1);
  });

  test('takes the same time for known and unknown addresses', async () => {
    const first = aucOf(samples, operation);
    // Measures again, because the machine may have been busy. A real difference would show again.
    const auc = first <= ACCEPTED_AUC ? first : aucOf(await measure(), operation);
    console.info(`${operation}: AUC ${auc.toFixed(3)} over ${PAIRS} pairs`);
    expect(auc).toBeLessThanOrEqual(ACCEPTED_AUC);
  }, 600_000);
});

test('only known addresses got email', () => {
  expect(known.every((email) => delivered.has(email))).toBe(true);
  expect(unknown.some((email) => delivered.has(email))).toBe(false);
});

async function measure(): Promise<Sample[]> {
  const planned: { call: TimedCall; operation?: Timed; known?: boolean; counted: boolean }[] = [];
  for (let round = 0; round <= PAIRS / ACCOUNTS; round++) {
    planned.push({ call: { path: '/_local/clock', body: { advance: NEXT_CODE }, from: '::1' }, counted: false });
    for (const operation of names) {
      const calls = [known, unknown].flatMap((addresses, which) =>
        (round === 0 ? addresses.slice(0, WARM_UP) : addresses).map((email) => ({
          call: call(operation, operations[operation](email)),
          operation,
          known: which === 0,
          counted: round > 0,
        })),
      );
      planned.push(...shuffled(calls));
    }
  }
  const answers = await perform(planned.map((step) => step.call));
  return planned.flatMap(({ operation, known, counted }, index) =>
    operation && known !== undefined && counted ? [{ ...answers[index]!, operation, known }] : [],
  );
}

let callers = 0;

/** Each call comes from a different IP address, because a response shows how much of the address's limit is left. */
function call(operation: string, body: unknown): TimedCall {
  callers++;
  return { path: `/api/v1/${operation}`, body, from: `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}` };
}

async function perform(calls: TimedCall[]): Promise<TimedAnswer[]> {
  const client = spawn(process.execPath, [new URL('timing-client.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  client.stdin.end(JSON.stringify({ base: server.base, calls }));
  return JSON.parse(await text(client.stdout)) as TimedAnswer[];
}

/**
 * Everything in a response that could reveal whether the address is known. Left out are the request id, the date, and the time left
 * in the limit's window.
 */
function shapeOf({ status, headers, text }: TimedAnswer): string {
  const { date: _, 'x-request-id': __, ...rest } = headers;
  const limit = rest['ratelimit']?.replace(/;t=\d+$/, '');
  return JSON.stringify([status, { ...rest, ratelimit: limit }, text.replace(/"request_id":"[^"]+"/, '')]);
}

/** How well the response time separates known from unknown addresses, whichever take longer: 0.5 means not at all, and 1 always. */
function aucOf(all: Sample[], operation: Timed): number {
  const ordered = all
    .filter((sample) => sample.operation === operation)
    .toSorted((a, b) => a.milliseconds - b.milliseconds);
  const ranks = ordered.reduce((sum, sample, index) => sum + (sample.known ? index + 1 : 0), 0);
  const auc = (ranks - (PAIRS * (PAIRS + 1)) / 2) / (PAIRS * PAIRS);
  return Math.max(auc, 1 - auc);
}

function shuffled<T>(items: T[]): T[] {
  const order = items.map((item) => ({ item, at: Math.random() }));
  return order.toSorted((a, b) => a.at - b.at).map(({ item }) => item);
}

function fresh(): string {
  return randomBytes(6).toString('hex');
}
