/**
 * What a server does around the work of a call, as the service does it: it counts the call against a limit that processes share, and
 * notes it in a log of requests that can be searched. No call waits for either: counts and notes are written about once a second.
 */
import { randomBytes } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { Answer, Principal } from './work.ts';

interface Counter {
  id: string;
  limit: number;
  window: number;
  own: number;
  /** Those that were told to other processes, and those that they told. */
  sent: number;
  others: number;
  before: number;
}

/** A call from its beginning to its end. */
export interface Call {
  id: string;
  started: number;
  principal: Principal | undefined;
  /** Why it is not answered as it was asked. */
  refusal: Answer | undefined;
  /** Headers of its answer, whichever that is. */
  headers: Record<string, string>;
}

const WINDOW_MS = 60_000;
const EVERY_MS = 1000;
/** So many notes are written before the second is over, and so many of them with one statement. */
const MANY = 1000;
const AT_A_TIME = 50;
/** Others are told of who has used this part of a limit. */
const TOLD_FROM = 1 / 8;
const LIMITS = { caller: 12_000, refused: 300 };
const COLUMNS = 'merchant_id, request_id, user_id, operation, status, code, duration_ms, session_id';
const PLACES = COLUMNS.replaceAll(/\w+/g, '?');

/** `factor` multiplies every limit. */
export function createDuties(db: Database, factor: number) {
  const insertSome = (rows: number) =>
    db.prepare(
      `insert into api_requests (${COLUMNS}) values ${Array(rows).fill(`(${PLACES})`).join(', ')} on conflict do nothing`,
    );
  const [insertMany, insertOne] = [insertSome(AT_A_TIME), insertSome(1)];
  const addCalls =
    db.prepare(`insert into call_counts (id, window_start, calls, expires, changed) values (?, ?, ?, ?, ?)
    on conflict (id, window_start) do update set calls = call_counts.calls + excluded.calls, changed = excluded.changed`);
  const findCalls = db.prepare<unknown[], { id: string; window_start: number; calls: number; changed: number }>(
    'select id, window_start, calls, changed from call_counts where changed > ? and expires > ?',
  );
  const counters = new Map<string, Counter>();
  const unsent = new Set<Counter>();
  let notes: unknown[][] = [];
  let learnt = 0;
  let turn = 0;

  function count(id: string, most: number, now: number): { limit: number; remaining: number; reset: number } {
    const window = Math.floor(now / WINDOW_MS);
    let counter = counters.get(id);
    if (counter?.window !== window) {
      const before = counter?.window === window - 1 ? counter.own + counter.others : 0;
      counter = { id, limit: most * factor, window, own: 0, sent: 0, others: 0, before };
      counters.set(id, counter);
    }
    counter.own++;
    if (counter.own >= counter.limit * TOLD_FROM) unsent.add(counter);
    const passed = now / WINDOW_MS - window;
    const used = counter.before * (1 - passed) + counter.own + counter.others;
    return { limit: counter.limit, remaining: Math.floor(counter.limit - used), reset: Math.ceil((1 - passed) * 60) };
  }

  const writeNotes = db.transaction((rows: unknown[][]) => {
    let at = 0;
    for (; at + AT_A_TIME <= rows.length; at += AT_A_TIME) insertMany.run(rows.slice(at, at + AT_A_TIME).flat());
    for (const row of rows.slice(at)) insertOne.run(row);
  });
  const tell = db.transaction((now: number) => {
    for (const { id, window, own, sent } of unsent)
      addCalls.run(id, window * WINDOW_MS, own - sent, (window + 2) * WINDOW_MS, now);
  });

  function share(now: number): void {
    if (unsent.size > 0) tell.immediate(now);
    for (const counter of unsent) counter.sent = counter.own;
    unsent.clear();
    for (const { id, window_start, calls, changed } of findCalls.all(learnt, now)) {
      const counter = counters.get(id);
      if (counter && counter.window * WINDOW_MS === window_start) counter.others = Math.max(0, calls - counter.sent);
      learnt = Math.max(learnt, changed);
    }
  }

  function write(): void {
    const rows = notes;
    notes = [];
    for (let at = 0; at < rows.length; at += MANY) writeNotes.immediate(rows.slice(at, at + MANY));
  }

  const timer = setInterval(() => {
    write();
    share(Date.now());
  }, EVERY_MS);

  return {
    /** Counts a call for its caller, or for the address that is refused. */
    begin(principal: Principal | undefined, address = ''): Omit<Call, 'refusal'> & { exceeded: boolean } {
      const now = Date.now();
      const { limit, remaining, reset } = principal
        ? count(`caller ${principal.user_id}`, LIMITS.caller, now)
        : count(`refused ${address}`, LIMITS.refused, now);
      turn = (turn + 1) % 0x10000;
      const id = `req_${now.toString(16).padStart(12, '0')}${turn.toString(16).padStart(4, '0')}${randomBytes(4).toString('hex')}`;
      const headers = {
        RateLimit: `"default";r=${Math.max(0, remaining)};t=${reset}`,
        'RateLimit-Policy': `"default";q=${limit};w=60`,
        'X-Request-Id': id,
      };
      return { id, started: performance.now(), principal, headers, exceeded: remaining < 0 };
    },

    /** Notes a call of an API key with what was answered. */
    note({ id, started, principal }: Call, operation: string, { status, body }: Answer, sent: unknown): void {
      if (principal?.scheme !== 'apiKey') return;
      const { code = null, id: made } = body as { code?: string; id?: number };
      const named = operation === 'session.create' ? made : (sent as { id?: unknown } | undefined)?.id;
      const session_id = typeof named === 'number' ? named : null;
      const duration = Math.round(performance.now() - started);
      notes.push([principal.merchant_id, id, principal.user_id, operation, status, code, duration, session_id]);
      if (notes.length === MANY) setImmediate(write);
    },

    stop(): void {
      clearInterval(timer);
      write();
    },
  };
}
