/** Records attempts. Those that end while others are being recorded share the next transaction. */
import { setTimeout as pause } from 'node:timers/promises';
import type { OutsideContext } from '../core/context.ts';
import { inTransaction } from '../database/transaction.ts';
import { isDatabaseUnavailable } from '../database/unavailable.ts';
import { noteAttempts } from './callback-health.service.ts';
import type { Delivery, Outbox, Result } from './outbox.ts';

/** PostgreSQL and SQLite limit the number of values in a statement. */
const MOST_AT_ONCE = 256;
/** The least time from the start of one transaction to the start of the next, so that the next one records several results. */
const GATHERED_MS = 10;

interface Waiting<Row extends Delivery> {
  result: Result<Row>;
  resolve(): void;
  reject(error: unknown): void;
}

/** @returns a function that resolves once a result is in the database. */
export function createRecorder<Row extends Delivery>(ctx: OutsideContext, outbox: Outbox<Row>) {
  const waiting: Waiting<Row>[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) await Promise.all([write(waiting.splice(0, MOST_AT_ONCE)), pause(GATHERED_MS)]);
    isRunning = false;
  }

  /** Never throws. If a batch cannot be recorded although the database is available, its results are recorded one by one. */
  async function write(batch: Waiting<Row>[]): Promise<void> {
    try {
      const results = batch.map(({ result }) => result);
      await inTransaction(ctx, async (ctx) => {
        await outbox.record(ctx.db, results);
        await noteAttempts(ctx, results);
      });
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length === 1 || isDatabaseUnavailable(error)) for (const { reject } of batch) reject(error);
      else for (const one of batch) await write([one]);
    }
  }

  return (result: Result<Row>): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ result, resolve, reject });
      if (!isRunning) void run();
    });
}
