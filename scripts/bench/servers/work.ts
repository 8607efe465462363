/**
 * The measured calls, written by hand on better-sqlite3 with statements that are prepared once: the same queries, authentication,
 * shared rate limits, request log and responses as the service. The peers share this work, and differ in how a call reaches it.
 * Each session is created in a transaction of its own, as the driver's documentation shows.
 */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import Database from 'better-sqlite3';

export interface Answer {
  status: number;
  body: object;
}

type Scheme = 'apiKey' | 'accessToken';

export interface Principal {
  merchant_id: number;
  user_id: number;
  scheme: Scheme;
}

export interface Call {
  id: string;
  operation: OperationName;
  started: number;
  principal: Principal | undefined;
  refusal: Answer | undefined;
  headers: Record<string, string>;
}

export const OPERATIONS = {
  'session.create': { schemes: ['apiKey'], run: 'create' },
  'session.state': { schemes: ['apiKey'], run: 'state' },
  'session.get': { schemes: ['apiKey', 'accessToken'], run: 'get' },
} as const satisfies Record<string, { schemes: Scheme[]; run: 'create' | 'state' | 'get' }>;

export type OperationName = keyof typeof OPERATIONS;

/** The request id is added at the end of the call. */
export const problem = (status: number, error: string, code: string, details?: object[]): Answer => ({
  status,
  body: { error, code, request_id: '', ...(details && { details }) },
});
export const refused = () => problem(401, 'The public key or secret is not valid', 'invalid_credentials');

interface Counter {
  id: string;
  window: number;
  own: number;
  /** `sent`: own calls that this process has shared; `others`: calls that other processes have shared. */
  sent: number;
  others: number;
  before: number;
}

/** The settings of the service's own database: a write is on disk before the response. */
const SETTINGS = ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'secure_delete = ON'];
const [EVERY_MS, WINDOW_MS, DAY_MS] = [1000, 60_000, 86_400_000];
const LIMITS = { caller: 12_000, refused: 300 };
/** Once a caller has used this share of a limit, its count is shared with other processes. */
const TOLD_FROM = 1 / 8;
/** The log is written early when it has MANY lines, with AT_A_TIME lines per statement. */
const [MANY, AT_A_TIME] = [1000, 50];
const LOG = 'merchant_id, request_id, user_id, operation, status, code, duration_ms, session_id';
const SHOWN = ['reference', 'initiated', 'ended', 'redacted', 'callback_url', 'user_ip', 'user_agent'];

const sha256 = (text: string) => createHash('sha256').update(text).digest();

type Row = Record<string, string & number & Buffer>;

function createCounts(db: Database.Database) {
  const addCalls =
    db.prepare(`insert into call_counts (id, window_start, calls, expires, changed) values (?, ?, ?, ?, ?)
    on conflict (id, window_start) do update set calls = call_counts.calls + excluded.calls, changed = excluded.changed`);
  const findCalls = db.prepare<unknown[], Row>(
    'select id, window_start, calls, changed from call_counts where changed > ? and expires > ?',
  );
  const counters = new Map<string, Counter>();
  const unsent = new Set<Counter>();
  let learnt = 0;
  const tell = db.transaction((now: number) => {
    for (const { id, window, own, sent } of unsent)
      addCalls.run(id, window * WINDOW_MS, own - sent, (window + 2) * WINDOW_MS, now);
  });
  return {
    count(id: string, limit: number, now: number) {
      const window = Math.floor(now / WINDOW_MS);
      let counter = counters.get(id);
      if (counter?.window !== window) {
        const before = counter?.window === window - 1 ? counter.own + counter.others : 0;
        counter = { id, window, own: 0, sent: 0, others: 0, before };
        counters.set(id, counter);
      }
      counter.own++;
      if (counter.own >= limit * TOLD_FROM) unsent.add(counter);
      const left = 1 - (now / WINDOW_MS - window);
      const remaining = Math.floor(limit - counter.before * left - counter.own - counter.others);
      return { remaining, reset: Math.ceil(left * 60) };
    },

    share(now: number): void {
      if (unsent.size > 0) tell.immediate(now);
      for (const counter of unsent) counter.sent = counter.own;
      unsent.clear();
      for (const row of findCalls.all(learnt, now)) {
        const counter = counters.get(row['id']!);
        if (counter && counter.window * WINDOW_MS === row['window_start'])
          counter.others = Math.max(0, row['calls']! - counter.sent);
        learnt = Math.max(learnt, row['changed']!);
      }
    },
  };
}

function createLog(db: Database.Database) {
  const logSome = (rows: number) =>
    db.prepare(
      `insert into api_requests (${LOG}) values ${Array(rows).fill(`(${LOG.replaceAll(/\w+/g, '?')})`)} on conflict do nothing`,
    );
  const [logMany, logOne] = [logSome(AT_A_TIME), logSome(1)];
  let log: unknown[][] = [];
  const writeRows = db.transaction((rows: unknown[][]) => {
    let at = 0;
    for (; at + AT_A_TIME <= rows.length; at += AT_A_TIME) logMany.run(rows.slice(at, at + AT_A_TIME).flat());
    for (const row of rows.slice(at)) logOne.run(row);
  });
  function write(): void {
    const rows = log;
    log = [];
    for (let at = 0; at < rows.length; at += MANY) writeRows.immediate(rows.slice(at, at + MANY));
  }
  return {
    write,
    add(row: unknown[]): void {
      log.push(row);
      if (log.length === MANY) setImmediate(write);
    },
  };
}

function createAuthentication(db: Database.Database) {
  const key = db.prepare<unknown[], Row>(
    'select user_id as id, merchant_id, secret_hash from service_keys where public_key = ?',
  );
  const token = db.prepare<unknown[], Row>(`select users.id, users.merchant_id from tokens
    inner join credentials on credentials.id = tokens.credential_id inner join users on users.id = credentials.user_id
    where tokens.hash = ? and tokens.kind = 'ACCESS' and tokens.expires > ?`);
  const touch = db.prepare('update users set last_used = ? where id = ?');
  const touched = new Map<number, number>();

  function seen(row: Row | undefined, scheme: Scheme): Principal | undefined {
    if (!row) return undefined;
    const [id, now] = [row['id']!, Date.now()];
    if ((touched.get(id) ?? 0) < now - WINDOW_MS) {
      touched.set(id, now);
      touch.run(new Date(now).toISOString(), id);
    }
    return { merchant_id: row['merchant_id']!, user_id: id, scheme };
  }

  return (header = ''): Principal | undefined => {
    if (header.startsWith('Bearer ')) {
      const hash = sha256(header.slice(7)).toString('base64url');
      return seen(token.get(hash, new Date().toISOString()), 'accessToken');
    }
    const [public_key, secret = ''] = Buffer.from(header.slice('Basic '.length), 'base64').toString('utf8').split(':');
    const row = key.get(public_key);
    return row && timingSafeEqual(sha256(secret), row['secret_hash']!) ? seen(row, 'apiKey') : undefined;
  };
}

/** The measured calls. */
function createSessions(db: Database.Database) {
  const session = db.prepare<unknown[], Row>('select * from sessions where id = ? and merchant_id = ?');
  const sealed = db.prepare<unknown[], Row>('select * from session_sealed where session_id = ?');
  const account = db.prepare<
    unknown[],
    Row
  >(`select billing_accounts.*, merchants.billing_state, merchants.deleted from merchants
    inner join billing_accounts on billing_accounts.merchant_id = merchants.id where merchants.id = ?`);
  const insert = db.prepare(`insert into sessions (id, merchant_id, demo, secret_hash, state, reference, callback_url,
    face_verification, passport_only, challenges, specimen, created, expires, verification_tries)
    values (?, ?, 0, ?, 'CREATED', ?, ?, ?, ?, 0, 0, ?, ?, 0)`);
  const countDay = db.prepare(`insert into usage_days (merchant_id, day, specimen, created) values (?, ?, 0, 1)
    on conflict (merchant_id, day, specimen) do update set created = usage_days.created + 1`);
  const insertSession = db.transaction(({ merchant_id }: Principal, options: Record<string, unknown>) => {
    const { billing_state, credit, unit_price, deleted } = account.get(merchant_id) ?? {};
    if (deleted || (billing_state === 'TRIAL' && credit! < unit_price!)) return undefined;
    const id = randomInt(1, 2 ** 48 - 1);
    const secret = randomBytes(32).toString('base64url');
    const now = Date.now();
    const [created, expires] = [new Date(now).toISOString(), new Date(now + DAY_MS).toISOString()];
    const { reference = null, callback_url = null, face_verification, passport_only } = options;
    const flags = [face_verification ? 1 : 0, passport_only ? 1 : 0];
    insert.run(id, merchant_id, sha256(secret), reference, callback_url, ...flags, created, expires);
    countDay.run(merchant_id, created.slice(0, 10));
    const token = `${id}.${secret}`;
    return { id, token, expires, open_url: `http://localhost/open?token=${token}` };
  });
  const notFound = (id: number) => problem(404, `No session found with id: ${id}`, 'not_found');
  return {
    create(principal: Principal, options: object): Answer {
      const body = insertSession.immediate(principal, options as Record<string, unknown>);
      if (body) return { status: 200, body };
      return problem(403, 'The free credit is used up. Enable billing to create sessions', 'credit_exhausted');
    },

    state({ merchant_id }: Principal, { id }: { id: number }): Answer {
      const row = session.get(id, merchant_id);
      return row ? { status: 200, body: { state: row['state'] } } : notFound(id);
    },

    get({ merchant_id }: Principal, { id }: { id: number }): Answer {
      const row = session.get(id, merchant_id);
      return row ? { status: 200, body: bodyOf(row, row['state'] === 'APPROVED' ? sealed.all(id) : []) } : notFound(id);
    },
  };
}

function bodyOf(row: Row, sealed: Row[]): object {
  const { id, created, expires, state, chip } = row;
  const body: Record<string, unknown> = { id, created, expires, state };
  for (const name of ['face_verification', 'passport_only', 'specimen']) body[name] = row[name] === 1;
  for (const name of SHOWN) if (row[name] !== null) body[name] = row[name];
  if (chip !== null) body['chip'] = JSON.parse(chip!);
  for (const part of sealed) {
    const [kind, piece]: [string, Buffer] = [part['kind']!, part['sealed']!];
    if (kind === 'identity') Object.assign(body, JSON.parse(piece.toString('utf8')));
    else body[kind] = piece.toString('base64');
  }
  return body;
}

export function createWork(file: string) {
  const factor = Number(process.env['RATE_LIMITS']);
  const db = new Database(file);
  for (const setting of SETTINGS) db.pragma(setting);
  const authenticate = createAuthentication(db);
  const { count, share } = createCounts(db);
  const log = createLog(db);
  let turn = 0;
  const timer = setInterval(() => {
    log.write();
    share(Date.now());
  }, EVERY_MS);

  return {
    ...createSessions(db),

    begin(operation: OperationName, authorization: string | undefined, address = ''): Call {
      const principal = authenticate(authorization);
      const now = Date.now();
      const limit = factor * (principal ? LIMITS.caller : LIMITS.refused);
      const { remaining, reset } = count(principal ? `caller ${principal.user_id}` : `refused ${address}`, limit, now);
      turn = (turn + 1) % 0x10000;
      const id = `req_${now.toString(16).padStart(12, '0')}${turn.toString(16).padStart(4, '0')}${randomBytes(4).toString('hex')}`;
      const headers = {
        RateLimit: `"default";r=${Math.max(0, remaining)};t=${reset}`,
        'RateLimit-Policy': `"default";q=${limit};w=60`,
        'X-Request-Id': id,
        ...(!principal && { 'WWW-Authenticate': 'Basic realm="Sigill API", charset="UTF-8"' }),
      };
      const schemes: readonly Scheme[] = OPERATIONS[operation].schemes;
      let refusal: Answer | undefined;
      if (remaining < 0) refusal = problem(429, 'Too many requests. Try again in a minute', 'rate_limited');
      else if (!principal) refusal = refused();
      else if (!schemes.includes(principal.scheme))
        refusal = problem(403, 'An access token cannot make this call', 'wrong_user_type');
      return { id, operation, started: performance.now(), principal, refusal, headers };
    },

    end({ id, operation, started, principal, headers }: Call, { status, body }: Answer, sent: unknown) {
      if (status >= 400) Object.assign(body, { request_id: id });
      if (principal?.scheme !== 'apiKey') return headers;
      const { code = null, id: made } = body as { code?: string; id?: unknown };
      const named = operation === 'session.create' ? made : (sent as { id?: unknown } | undefined)?.id;
      const session_id = typeof named === 'number' ? named : null;
      const duration = Math.round(performance.now() - started);
      log.add([principal.merchant_id, id, principal.user_id, operation, status, code, duration, session_id]);
      return headers;
    },

    close(): void {
      clearInterval(timer);
      log.write();
      db.close();
    },
  };
}
