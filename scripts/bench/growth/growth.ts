/** `npm run bench -- growth`: how the most common calls and queries slow down as sessions accumulate. */
import { type Kysely, sql } from 'kysely';
import { operationsOf, readContract } from '../../../openapi/contract/contract.ts';
import { callbackOutbox } from '../../../server/callbacks/callback.repository.ts';
import { addSeconds, timestamp } from '../../../server/core/clock.ts';
import type { Database } from '../../../server/database/database.ts';
import type { OperationId } from '../../../server/generated/operations.gen.ts';
import { atMost, type Cell, inRounds, machine, median, pairedRatios, say, table } from '../measure.ts';
import type { Job } from '../processes/load.ts';
import { withLoad } from '../processes.ts';
import { basic, bearer, jobFor } from '../service.ts';
import { DUE_AFTER_SECONDS, RARE } from './fill.ts';
import { type Installation, install } from './installation.ts';
import { measureOnce, ONCE_HEADS } from './once.ts';

export interface GrowthOptions {
  /** Smallest first. */
  sizes: number[];
  rounds: number;
  postgres?: string | undefined;
}

/** The maximum cost with many sessions, relative to the cost with the fewest. */
const GOALS: Record<string, number> = { 'dashboard.usage': 1.2, 'dashboard.overview': 1.2, 'claim of the outbox': 1.5 };
const USUAL_GOAL = 2.5;
/** This search looks through every reference of the account, so its time grows with the number of references. */
const INSIDE = ' inside of a reference';
/** The most processor time that the server may spend on one response, whatever the number of sessions. */
const CPU_GOAL_MS: Record<string, number> = { 'dashboard.overview': 20 };
const REQUESTS = 100;
const BEGINNING_BYTES = 1_000;
const WARM_UP = 1;

type Bodies = (installation: Installation) => object[];
const none: Bodies = () => [{}];
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const ofBills: Bodies = ({ bills }) => bills.map((bill_id) => ({ bill_id }));
const ofSessions: Bodies = ({ ids }) => ids.map((session_id) => ({ session_id }));
const byId: Bodies = ({ ids }) => ids.map((id) => ({ id }));

/** A list is measured once for each of its filters. */
export const CALLS: Record<string, Record<string, Bodies>> = {
  'session.state': { '': byId },
  'session.create': { '': () => [{ reference: 'order-1' }] },
  'dashboard.usage': { '': none },
  'dashboard.overview': { '': () => [{ days: 90 }] },
  'session.list': {
    '': none,
    ' of a state': () => [{ state: 'REJECTED' }],
    ' of a reference': ({ references }) => references.map((reference) => ({ reference })),
    ' by the beginning of a reference': () => [{ search: 'order-' }],
    [INSIDE]: ({ references }) => references.map((reference) => ({ search: reference.slice(1) })),
    ' by an id': ({ ids }) => ids.map((id) => ({ search: String(id) })),
    ' of several states': () => [{ states: ['REJECTED', 'FAILED', 'ABORTED'] }],
    ' of a reason': () => [{ failure_code: 'document_expired' }],
    ' of a day': () => [{ created_from: daysAgo(8), created_to: daysAgo(7) }],
    ' of a country': () => [{ document_country: 'SE' }],
    ' of specimens': () => [{ specimen: true }],
    ' of a link': ({ links }) => links.map((link_id) => ({ link_id })),
    ' of real documents': () => [{ specimen: false }],
  },
  'callback.list': { '': none, ' of a state': () => [{ state: 'FAILED' }], ' of a session': ofSessions },
  'user.list': { '': none },
  'sign_in.list': { '': none },
  'passkey.list': { '': none },
  'request.list': {
    '': none,
    ' of a session': ofSessions,
    ' of an operation': () => [{ operation: 'session.create' }],
    ' of a rare operation': () => [{ operation: RARE.operation }],
    ' of a key': ({ user_id }) => [{ user_id }],
    ' with a status': () => [{ status: 404 }],
    ' that were refused': () => [{ refused: true }],
  },
  'link.list': { '': none },
  'policy.list': { '': none },
  'session_view.list': { '': none },
  'session_note.list': { '': ofSessions },
  'session_mark.list': { '': none },
  'callback_endpoint.list': { '': none },
  'invite.list': { '': none },
  'audit.list': {
    '': none,
    ' of a key': ({ user_id }) => [{ user: user_id }],
    ' of a rare action': () => [{ actions: ['merchant.update'] }],
  },
  'bill.list': { '': none },
  'transaction.list': { '': ofBills },
  'payment_method.list': { '': none, ' of a bill': ofBills },
  'session.timeline': { '': byId },
  'session.count': { '': none },
  'session.export': {
    ', beginning of CSV': () => [{ format: 'csv' }],
    ', beginning of JSON': () => [{ format: 'json' }],
  },
  'callback.health': { '': none },
};
const BY_KEY = ['session.state', 'session.create'];

export const unmeasuredLists = (): string[] =>
  operationsOf(readContract())
    .map(({ operationId }) => operationId)
    .filter((id) => id.endsWith('.list') && !CALLS[id]);

const jobOf = (operation: OperationId, bodies: Bodies, one: Installation): Job =>
  jobFor(one.server, operation, BY_KEY.includes(operation) ? basic(one.key) : bearer(one.access_token), bodies(one), {
    requests: REQUESTS,
    // The service has to notice that the connection was closed before the account may start another export.
    ...(operation === 'session.export' && { enough_bytes: BEGINNING_BYTES, pause_ms: 50 }),
  });

export async function growth({ sizes, rounds, postgres }: GrowthOptions): Promise<string> {
  const missing = unmeasuredLists();
  if (missing.length > 0) throw new Error(`These lists are not measured: ${missing.join(', ')}`);
  const installations: Installation[] = [];
  const latencies: Cell[][] = [];
  const processor: Cell[][] = [];
  let once: Cell[][] = [];
  try {
    for (const size of sizes) installations.push(await install(size, postgres));
    const options = { rounds, warm_up: WARM_UP };
    const note = (name: string, samples: Map<Installation, number[]>) => {
      const [base, ...larger] = installations.map((one) => samples.get(one)!);
      const factors = larger.map((own) => median(pairedRatios(own, base!)));
      const goal = name.endsWith(INSIDE) ? sizes.at(-1)! / sizes[0]! : (GOALS[name] ?? USUAL_GOAL);
      latencies.push([name, median(base!), ...factors, atMost(goal, Math.max(...factors, 0))]);
    };
    await withLoad(async (send) => {
      for (const [operation, variants] of Object.entries(CALLS))
        for (const [suffix, bodies] of Object.entries(variants)) {
          say(`${operation}${suffix} …`);
          const samples = await inRounds(installations, options, async (installation) => {
            const before = await installation.server.usage();
            const { latencies_ms } = await send(jobOf(operation as OperationId, bodies, installation));
            const { cpu_us } = await installation.server.usage();
            return { ms: median(latencies_ms), cpu_ms: (cpu_us - before.cpu_us) / REQUESTS / 1000 };
          }).catch((error: unknown) => say(`${operation}${suffix} failed: ${error}`));
          // A failed call does not hide the results of the others.
          if (!samples) {
            latencies.push([operation + suffix, 'failed', ...sizes.map(() => '')]);
            continue;
          }
          note(operation + suffix, new Map([...samples].map(([one, own]) => [one, own.map(({ ms }) => ms)])));
          const most = CPU_GOAL_MS[operation];
          if (!most) continue;
          const cpu = [...samples.values()].map((own) => median(own.map(({ cpu_ms }) => cpu_ms)));
          processor.push([operation, ...cpu, atMost(most, Math.max(...cpu))]);
        }
    });
    note('claim of the outbox', await inRounds(installations, options, ({ db }) => claimMs(db)));
    once = await measureOnce(installations);
  } finally {
    for (const { remove } of installations) await remove();
  }
  const [smallest, ...larger] = sizes;
  return [
    `${machine()}; ${postgres ? 'PostgreSQL' : 'SQLite'}; ${rounds} rounds\n`,
    table(['p50', `${smallest}, ms`, ...larger.map((size) => `× at ${size}`), 'goal'].join('|'), latencies),
    table(['CPU of the server per response', ...sizes.map((size) => `${size}, ms`), 'goal'].join('|'), processor),
    table(ONCE_HEADS(sizes), once),
  ].join('\n');
}

const CLAIMS = { passes: 50, lease_seconds: 20, limit: 4 };

/**
 * The queries of the callback worker in one pass: the accounts with waiting events, and the events of the first of these accounts.
 * Each claim is rolled back.
 */
async function claimMs(db: Kysely<Database>): Promise<number> {
  const due = addSeconds(new Date(), 2 * DUE_AFTER_SECONDS);
  const times = { now: timestamp(due), lease: timestamp(addSeconds(due, CLAIMS.lease_seconds)) };
  const taken: number[] = [];
  for (let pass = 0; pass < CLAIMS.passes; pass++)
    await db.transaction().execute(async (trx) => {
      await sql`savepoint pass`.execute(trx);
      const started = performance.now();
      const [first] = await callbackOutbox.listWaiting(trx);
      const claimed = await callbackOutbox.claim(trx, { lane: first!.lane, ...times, limit: CLAIMS.limit });
      taken.push(performance.now() - started);
      if (claimed.length === 0) throw new Error('Nothing was claimed, although events wait');
      await sql`rollback to savepoint pass`.execute(trx);
    });
  return median(taken);
}
