/** A queue of deliveries, in lanes: one for the callbacks of each account, and one for each endpoint. */
import type { Db } from '../database/database.ts';
import type { DeliveryState } from './callback.table.ts';

export interface Delivery {
  /** The id of the event, sent as `webhook-id` in every attempt. */
  id: string;
  merchant_id: number;
  url: string;
  payload: string;
  created: string;
  attempts: number;
  attempts_left: number;
  resent: number;
  traceparent: string | null;
}

export interface Attempt {
  created: string;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
}

export interface Outcome {
  state: DeliveryState;
  next_attempt: string | null;
}

export interface Result<Row extends Delivery> {
  row: Row;
  attempt: Attempt;
  outcome: Outcome;
}

export interface Outbox<Row extends Delivery> {
  /** The lanes with pending deliveries and when their next one is due, soonest first. Lanes of suspended accounts are left out. */
  listWaiting(db: Db): Promise<{ lane: number; due: string }[]>;
  /** Without the deliveries of suspended accounts. */
  countDue(db: Db, now: string): Promise<number>;
  /**
   * Whether a delivery of the lane is due between `from` and `until`. Within the next lease, that is one that a worker has claimed,
   * or one that waits for a retry.
   */
  hasAttemptUnderWay(db: Db, at: { lane: number; from: string; until: string }): Promise<boolean>;
  /** Claims up to `limit` due deliveries of a lane until `lease`. If this process crashes, they are due again at `lease`. */
  claim(db: Db, at: { lane: number; now: string; lease: string; limit: number }): Promise<Row[]>;
  failInterrupted(db: Db, lane: number, now: string): Promise<Row[]>;
  /** Takes back an attempt that was stopped on our side. */
  release(db: Db, row: Row, now: string): Promise<void>;
  /** Records attempts, and schedules or ends their deliveries unless other attempts have started since. */
  record(db: Db, results: readonly Result<Row>[]): Promise<void>;
}

export function sameOutcome<Row extends Delivery>(results: readonly Result<Row>[]) {
  const groups = Map.groupBy(results, ({ row, outcome }) => `${outcome.state} ${outcome.next_attempt} ${row.attempts}`);
  return [...groups.values()].map((group) => {
    const { row, outcome } = group[0]!;
    return { rows: group.map(({ row }) => row), attempts: row.attempts, outcome };
  });
}
