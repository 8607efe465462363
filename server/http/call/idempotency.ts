/**
 * Idempotency keys: the response to a mutating call is stored for 24 hours and repeated byte for byte. It is stored in the
 * transaction of the effect, so a crash leaves both or neither. If a second process runs the same call, its response violates the
 * primary key and its effect is rolled back.
 */
import { createHash } from 'node:crypto';
import { addDays, type Clock, timestamp } from '../../core/clock.ts';
import { Conflict } from '../../core/errors.ts';
import type { Db } from '../../database/database.ts';
import { isUniqueViolation } from '../../database/unique-violation.ts';
import type { OperationId } from '../../generated/operations.gen.ts';
import type { SealedColumn } from '../../secrets/reseal.service.ts';
import type { Sealer } from '../../secrets/sealing.ts';
import type { Answer } from './answer.ts';
import { findStored, insertStored, purgeStored } from './idempotency.repository.ts';

const KEPT_DAYS = 1;
const PURGE_INTERVAL_MS = 60_000;

export interface StoredAnswer extends Answer {
  /** The cookie that the response sets. A repeated response sets it too. */
  cookie?: string | undefined;
}

/** A key is valid in its `scope`: one user or API key, or the address of a caller without credentials. */
export interface KeyedCall {
  scope: string;
  operationId: OperationId;
  key: string;
}

export interface IdempotentRequest {
  id: string;
  fingerprint: string;
}

export type Idempotency = ReturnType<typeof createIdempotency>;

/** Thrown in the transaction of the effect when another process has stored its response first. */
export class AnsweredElsewhere extends Error {}

export function createIdempotency(db: Db, sealer: Sealer, clock: Clock) {
  const running = new Set<string>();
  const find = (id: string) => findStored(db, id, timestamp(clock.now()));
  return {
    /** `content` must be the same in the first call and in repeated ones. */
    identify: (call: KeyedCall, content: { headers: object; body: Uint8Array }): IdempotentRequest => ({
      id: idOf(call),
      fingerprint: createHash('sha256').update(JSON.stringify(content.headers)).update(content.body).digest('hex'),
    }),

    async isKnown(call: KeyedCall): Promise<boolean> {
      const id = idOf(call);
      return running.has(id) || (await find(id)) !== undefined;
    },

    /** @returns the stored response, or undefined when the call may run. If undefined, the caller must call `finish` after the call. */
    async begin({ id, fingerprint }: IdempotentRequest): Promise<StoredAnswer | undefined> {
      if (running.has(id)) throw stillRunning();
      running.add(id);
      let runs = false;
      try {
        const stored = await find(id);
        runs = stored === undefined;
        if (!stored) return undefined;
        if (stored.fingerprint !== fingerprint) throw usedOtherwise();
        return { status: stored.status, ...unpack(sealer.open(stored.answer, contextOf(id))) };
      } finally {
        if (!runs) running.delete(id);
      }
    },

    finish({ id }: IdempotentRequest): void {
      running.delete(id);
    },

    async store(handle: Db, { id, fingerprint }: IdempotentRequest, answer: StoredAnswer): Promise<void> {
      const now = clock.now();
      const sealed = sealer.seal(pack(answer), contextOf(id));
      const expires = timestamp(addDays(now, KEPT_DAYS));
      try {
        const stored = { id, fingerprint, status: answer.status, answer: sealed, expires };
        await insertStored(handle, stored, timestamp(now));
      } catch (error) {
        if (isUniqueViolation(error)) throw new AnsweredElsewhere();
        throw error;
      }
    },

    /** @returns milliseconds until the next run. */
    async purge(): Promise<number> {
      await purgeStored(db, timestamp(clock.now()));
      return PURGE_INTERVAL_MS;
    },
  };
}

const stillRunning = () =>
  new Conflict('A request with this Idempotency-Key is still running', 'idempotency_in_progress', {
    retryAfter: 1,
    shouldRetry: true,
  });

const usedOtherwise = () =>
  new Conflict('This Idempotency-Key was already used with a different request', 'idempotency_conflict');

const idOf = ({ scope, operationId, key }: KeyedCall): string =>
  createHash('sha256')
    .update(JSON.stringify([scope, operationId, key]))
    .digest('hex');

const contextOf = (id: string) => `idempotency:${id}`;

export const sealedAnswers: SealedColumn = {
  what: 'responses stored under idempotency keys',
  table: 'idempotency_keys',
  id: 'id',
  column: 'answer',
  context: (id) => contextOf(String(id)),
};

/** The first line contains the cookie, if there is one. The body follows byte for byte. */
const pack = ({ body, cookie = '' }: StoredAnswer): Buffer =>
  Buffer.concat([Buffer.from(`${cookie}\n`), typeof body === 'string' ? Buffer.from(body) : body]);

function unpack(bytes: Buffer): Pick<StoredAnswer, 'body' | 'cookie'> {
  const end = bytes.indexOf('\n');
  return { body: bytes.subarray(end + 1), cookie: bytes.toString('utf8', 0, end) || undefined };
}
