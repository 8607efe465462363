/**
 * Draws PDFs in threads, because laying out text takes tens of milliseconds, in which nobody's call would be answered. A thread keeps
 * the fonts open.
 */
import { Worker } from 'node:worker_threads';
import { createAccountPlaces } from '../core/account-places.ts';
import type { Acting, Settling } from '../core/context.ts';
import { ServiceUnavailable } from '../core/errors.ts';
import type { Logger } from '../core/log.ts';
import { createThreadPool, ThreadFailed } from '../core/thread-pool.ts';
import type { BillCreditNote, CustomerBill } from '../generated/operations.gen.ts';
import type { Locale } from '../mail/locale.ts';
import type { NewDocument } from '../sessions/document/session-document.ts';

export type DocumentDrawer = ReturnType<typeof createDocumentDrawer>;

/** What to draw, as data that can be sent to a thread. */
export type Drawing =
  | { kind: 'bill'; bill: CustomerBill; locale: Locale }
  | { kind: 'credit_note'; note: BillCreditNote; bill: CustomerBill; locale: Locale }
  | ({ kind: 'session' } & NewDocument);

export interface Drawn<Bytes = Buffer> {
  pdf: Bytes;
  file_name: string;
}

export interface DrawingPlace extends Disposable {
  /** @throws ServiceUnavailable when the thread failed or took too long. */
  draw(drawing: Drawing): Promise<Drawn>;
}

/** A document takes tens of milliseconds, and the first of a thread a fifth of a second, which a busy machine can make a hundred times as long. */
const TIMEOUT_MS = 15_000;
const PLACES = 10;
const PER_ACCOUNT = 2;
const RETRY_SECONDS = 2;
const IDLE_MS = 60_000;
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

export function createDocumentDrawer({ log }: { log: Logger }) {
  const poolOf = () =>
    createThreadPool<Drawing, Drawn<Uint8Array>>({ start, most: 1, timeout_ms: TIMEOUT_MS, idle_ms: IDLE_MS });
  // Emails have a thread of their own, because at the start of a month many bills are sent at once.
  const pools = { calls: poolOf(), emails: poolOf() };
  const places = createAccountPlaces({
    per_account: PER_ACCOUNT,
    in_all: PLACES,
    for_anybody: PLACES / 2,
    retry_seconds: RETRY_SECONDS,
    refusals: {
      account: `${PER_ACCOUNT} documents of this account are already being drawn. Try again when one is finished`,
      all: 'Too many documents are being drawn. Try again shortly',
    },
  });

  async function drawIn(pool: keyof typeof pools, drawing: Drawing, settle?: Settling['settle']): Promise<Drawn> {
    try {
      const { reply, used_ms } = await pools[pool].ask(() => drawing);
      settle?.(used_ms);
      const { buffer, byteOffset, byteLength } = reply.pdf;
      return { ...reply, pdf: Buffer.from(buffer, byteOffset, byteLength) };
    } catch (error) {
      if (!(error instanceof ThreadFailed)) throw error;
      log.error({ err: error, kind: drawing.kind }, 'a thread that draws documents failed');
      throw new ServiceUnavailable('The document could not be drawn. Try again', undefined, {
        retryAfter: RETRY_SECONDS,
      });
    }
  }

  return {
    /**
     * For a call, whose rate limit counts what drawing took.
     * @throws TooManyRequests or ServiceUnavailable while too many documents are being drawn for calls
     */
    reserve({ principal, settle }: Acting & Settling): DrawingPlace {
      const place = places.enter(principal.merchant_id);
      return {
        draw: (drawing) => drawIn('calls', drawing, settle),
        [Symbol.dispose]: () => place[Symbol.dispose](),
      };
    },
    /** Waits for as long as it takes. */
    drawForEmail: (drawing: Drawing) => drawIn('emails', drawing),
    async close(): Promise<void> {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
    },
  };
}

const start = () => new Worker(new URL('./drawing-thread.ts', import.meta.url), { resourceLimits: MEMORY });
