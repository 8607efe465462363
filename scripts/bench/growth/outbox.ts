/** What the worker of callbacks asks of the database in one pass: who waits, and the events of the first of them. */
import type { Kysely } from 'kysely';
import { claimCallbacks, listWaitingAccounts } from '../../../server/callbacks/callback.repository.ts';
import { addSeconds, timestamp } from '../../../server/core/clock.ts';
import type { Database } from '../../../server/database/database.ts';
import { median } from '../statistics.ts';
import { DUE_AFTER_SECONDS } from './fill.ts';

const PASSES = 50;
const LEASE_SECONDS = 20;
const LIMIT = 4;

class Undone extends Error {}

/** @returns the median of some passes in milliseconds. Each claim is rolled back. */
export async function claimMs(db: Kysely<Database>): Promise<number> {
  const taken: number[] = [];
  for (let pass = 0; pass < PASSES; pass++) taken.push(await onePass(db));
  return median(taken);
}

async function onePass(db: Kysely<Database>): Promise<number> {
  const due = addSeconds(new Date(), 2 * DUE_AFTER_SECONDS);
  const times = { now: timestamp(due), lease: timestamp(addSeconds(due, LEASE_SECONDS)) };
  let ms = 0;
  const work = db.transaction().execute(async (trx) => {
    const started = performance.now();
    const [first] = await listWaitingAccounts(trx);
    const claimed = await claimCallbacks(trx, { merchant_id: first!.merchant_id, ...times, limit: LIMIT });
    ms = performance.now() - started;
    if (claimed.length === 0) throw new Error('Nothing was claimed, although events wait');
    throw new Undone();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return ms;
}
