/** Writes the calls of the last second, and deletes those beyond the retention period. */
import type { OutsideContext } from '../core/context.ts';
import { isPostgres } from '../database/migrations/columns.ts';
import { inTransaction } from '../database/transaction.ts';
import { deleteRequestsBefore, findDeletedAccounts, insertRequests, listAccountsBefore } from './request.repository.ts';
import { keptSince } from './request.service.ts';
import type { ApiRequestTable } from './request.table.ts';
import { renewDays } from './request-day.service.ts';
import type { RequestLog } from './request-log.ts';

const EVERY_MS = 1000;
/** How many calls are written in one transaction, which blocks others. */
const AT_A_TIME = 1000;
const FORGOTTEN_AT_A_TIME = 2000;
const FORGET_EVERY_MS = 600_000;

export function createRequestWorker(ctx: OutsideContext, requests: RequestLog) {
  const { db, deps } = ctx;
  let forgot = Number.NEGATIVE_INFINITY;

  async function write(): Promise<void> {
    const taken = requests.take();
    const dropped = requests.takeDropped();
    if (dropped > 0) deps.log.warn({ dropped }, 'calls were dropped from the request log');
    for (let at = 0; at < taken.length; at += AT_A_TIME) {
      try {
        await writeSome(taken.slice(at, at + AT_A_TIME));
      } catch (error) {
        requests.giveBack(taken.slice(at));
        throw error;
      }
    }
  }

  /** Calls of an account that was deleted in the meantime are discarded. */
  async function writeSome(calls: ApiRequestTable[]): Promise<void> {
    const merchant_ids = [...new Set(calls.map(({ merchant_id }) => merchant_id))];
    await inTransaction(ctx, async ({ db }) => {
      const deleted = new Set(await findDeletedAccounts(db, merchant_ids));
      const kept = deleted.size === 0 ? calls : calls.filter(({ merchant_id }) => !deleted.has(merchant_id));
      await insertRequests(db, kept);
    });
  }

  /** @returns whether the next run has to continue. */
  async function forget(): Promise<boolean> {
    const first_id = keptSince(ctx);
    const tables = isPostgres(db) ? await renewDays(ctx, first_id) : ['api_requests'];
    if (!tables) return true;
    let left = FORGOTTEN_AT_A_TIME;
    for (const table of tables) {
      for (const merchant_id of await listAccountsBefore(db, table, first_id)) {
        left -= await deleteRequestsBefore(db, { table, merchant_id, first_id, most: left });
        if (left <= 0) return true;
      }
    }
    return false;
  }

  async function run(): Promise<number> {
    await write();
    const now = deps.clock.now().getTime();
    // The clock of local mode may be set back, so the difference may be negative.
    if (Math.abs(now - forgot) > FORGET_EVERY_MS && !(await forget())) forgot = now;
    return EVERY_MS;
  }

  return {
    run,
    stop: () =>
      write().catch((error: unknown) => {
        deps.log.warn({ err: error }, 'the last calls could not be written to the request log');
      }),
  };
}
