/**
 * The work of the measured calls, written by hand on better-sqlite3 with statements that are prepared once: the same queries, the
 * same authentication, limits, log of requests and answers as the service. The servers that it is compared with share it, and differ
 * in how a call comes to it. Each commits one by one, as the driver's documentation shows.
 */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { type Call, createDuties } from './duties.ts';
import { openFile } from './tables.ts';

export interface Principal {
  merchant_id: number;
  user_id: number;
  scheme: 'apiKey' | 'accessToken';
}

export interface SessionOptions {
  face_verification?: boolean;
  passport_only?: boolean;
  reference?: string;
  callback_url?: string;
}

export interface Answer {
  status: number;
  body: unknown;
}

export type Work = ReturnType<typeof createWork>;

const TOUCHED_MS = 60_000;
const DAY_MS = 86_400_000;
const OPEN_URL = 'http://localhost/open?token=';

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const matches = (secret: string, hash: Uint8Array) => timingSafeEqual(sha256(secret), hash);

type Row = Record<string, string & number & Buffer>;

export function createWork(file: string) {
  const db = openFile(file);
  const duties = createDuties(db, Number(process.env['RATE_LIMITS']));
  const get = <T = Row>(sql: string) => db.prepare<unknown[], T>(sql);
  const key = get('select user_id as id, merchant_id, secret_hash from service_keys where public_key = ?');
  const token = get(`select users.id, users.merchant_id from tokens
    inner join credentials on credentials.id = tokens.credential_id inner join users on users.id = credentials.user_id
    where tokens.hash = ? and tokens.kind = 'ACCESS' and tokens.expires > ?`);
  const touched = new Map<number, number>();
  const touch = db.prepare('update users set last_used = ? where id = ?');
  const session = get('select * from sessions where id = ? and merchant_id = ?');
  const sessionKey = get('select wrapped_key from session_keys where session_id = ?');
  const sealed = get('select * from session_sealed where session_id = ?');
  const account = get(`select billing_accounts.*, merchants.billing_state, merchants.deleted from merchants
    inner join billing_accounts on billing_accounts.merchant_id = merchants.id where merchants.id = ?`);
  const insert = db.prepare(`insert into sessions (id, merchant_id, demo, secret_hash, state, reference, callback_url,
    face_verification, passport_only, challenges, specimen, created, expires, verification_tries)
    values (?, ?, 0, ?, 'CREATED', ?, ?, ?, ?, 0, 0, ?, ?, 0)`);
  const count = db.prepare(`insert into usage_days (merchant_id, day, specimen, created) values (?, ?, 0, 1)
    on conflict (merchant_id, day, specimen) do update set created = usage_days.created + 1`);

  function seen(row: Row | undefined, scheme: Principal['scheme']): Principal | undefined {
    if (!row) return undefined;
    const now = Date.now();
    if ((touched.get(row['id']!) ?? 0) < now - TOUCHED_MS) {
      touched.set(row['id']!, now);
      touch.run(new Date(now).toISOString(), row['id']);
    }
    return { merchant_id: row['merchant_id']!, user_id: row['id']!, scheme };
  }

  const insertSession = db.transaction(({ merchant_id }: Principal, options: SessionOptions) => {
    const { billing_state, credit, unit_price, deleted } = account.get(merchant_id) ?? {};
    if (deleted || (billing_state === 'TRIAL' && credit! < unit_price!)) return undefined;
    const id = randomInt(1, 2 ** 48 - 1);
    const secret = randomBytes(32).toString('base64url');
    const now = Date.now();
    const [created, expires] = [new Date(now).toISOString(), new Date(now + DAY_MS).toISOString()];
    const { reference = null, callback_url = null, face_verification, passport_only } = options;
    const flags = [face_verification ? 1 : 0, passport_only ? 1 : 0];
    insert.run(id, merchant_id, sha256(secret), reference, callback_url, ...flags, created, expires);
    count.run(merchant_id, created.slice(0, 10));
    return { id, token: `${id}.${secret}`, expires };
  });

  /** Who has this key, or nobody. */
  function apiKey(public_key: string, secret: string): Principal | undefined {
    const row = key.get(public_key);
    return row && matches(secret, row['secret_hash']!) ? seen(row, 'apiKey') : undefined;
  }

  /** Who holds this access token, or nobody. */
  function accessToken(text: string): Principal | undefined {
    return seen(token.get(sha256(text).toString('base64url'), new Date().toISOString()), 'accessToken');
  }

  /** Who sends this Authorization header, or nobody. */
  function authenticate(header: string | undefined): Principal | undefined {
    if (!header) return undefined;
    if (header.startsWith('Bearer ')) return accessToken(header.slice(7));
    if (!header.startsWith('Basic ')) return undefined;
    const pair = Buffer.from(header.slice(6), 'base64').toString('utf8');
    const colon = pair.indexOf(':');
    return colon > 0 ? apiKey(pair.slice(0, colon), pair.slice(colon + 1)) : undefined;
  }

  return {
    close(): void {
      duties.stop();
      db.close();
    },

    /** Finds out who calls and counts the call. `schemes` are those that the operation takes. */
    begin(
      authorization: string | undefined,
      address: string | undefined,
      schemes: readonly Principal['scheme'][],
    ): Call {
      const principal = authenticate(authorization);
      const { exceeded, ...call } = duties.begin(principal, address);
      return { ...call, refusal: exceeded ? tooMany() : refusalOf(principal, schemes) };
    },

    /** Notes the call. @returns the headers of its answer, which gets its id. */
    end(call: Call, operation: string, answer: Answer, sent: unknown): Record<string, string> {
      if (answer.status >= 400) Object.assign(answer.body as object, { request_id: call.id });
      duties.note(call, operation, answer, sent);
      return answer.status === 401 ? { ...call.headers, 'WWW-Authenticate': CHALLENGE } : call.headers;
    },

    create(principal: Principal, options: SessionOptions): Answer {
      const made = insertSession.immediate(principal, options);
      if (!made)
        return problem(403, 'The free credit is used up. Enable billing to create sessions', 'credit_exhausted');
      return { status: 200, body: { ...made, open_url: `${OPEN_URL}${made.token}` } };
    },

    state({ merchant_id }: Principal, { id }: { id: number }): Answer {
      const row = session.get(id, merchant_id);
      return row ? { status: 200, body: { state: row['state'] } } : notFound(id);
    },

    get({ merchant_id }: Principal, { id }: { id: number }): Answer {
      const row = session.get(id, merchant_id);
      if (!row) return notFound(id);
      const body = viewOf(row);
      if (row['state'] === 'APPROVED' && sessionKey.get(id)) Object.assign(body, piecesOf(sealed.all(id)));
      return { status: 200, body };
    },
  };
}

const SHOWN = ['reference', 'initiated', 'ended', 'redacted', 'callback_url', 'user_ip', 'user_agent'] as const;

function viewOf(row: Row): Record<string, unknown> {
  const { id, created, expires, face_verification, passport_only, specimen, state, chip } = row;
  const body: Record<string, unknown> = { id, created, expires, state };
  body['face_verification'] = face_verification === 1;
  body['passport_only'] = passport_only === 1;
  body['specimen'] = specimen === 1;
  for (const name of SHOWN) if (row[name] !== null) body[name] = row[name];
  if (chip !== null) body['chip'] = JSON.parse(chip!);
  return body;
}

function piecesOf(rows: Row[]): Record<string, unknown> {
  const pieces = Object.fromEntries(rows.map(({ kind, sealed }) => [kind, sealed]));
  const { identity, portrait, face } = pieces;
  return {
    ...(identity && (JSON.parse(identity.toString('utf8')) as object)),
    ...(portrait && { portrait: portrait.toString('base64') }),
    ...(face && { face: face.toString('base64') }),
  };
}

/** An answer to what is refused, as the contract has it. Its id comes with its end. */
export const problem = (status: number, error: string, code: string, details?: object[]): Answer => ({
  status,
  body: { error, code, request_id: '', ...(details && { details }) },
});

const notFound = (id: number) => problem(404, `No session found with id: ${id}`, 'not_found');
const tooMany = () => problem(429, 'Too many requests. Try again in a minute', 'rate_limited');
export const refused = () => problem(401, 'The public key or the secret is not valid', 'invalid_credentials');
const CHALLENGE = 'Basic realm="Sigill API", charset="UTF-8"';

function refusalOf(principal: Principal | undefined, schemes: readonly Principal['scheme'][]): Answer | undefined {
  if (!principal) return refused();
  if (schemes.includes(principal.scheme)) return undefined;
  return problem(403, 'An access token cannot make this call', 'wrong_user_type');
}

/** The measured operations, and who may make each. */
export const OPERATIONS = {
  'session.create': { schemes: ['apiKey'], run: 'create' },
  'session.state': { schemes: ['apiKey'], run: 'state' },
  'session.get': { schemes: ['apiKey', 'accessToken'], run: 'get' },
} as const satisfies Record<string, { schemes: Principal['scheme'][]; run: 'create' | 'state' | 'get' }>;
