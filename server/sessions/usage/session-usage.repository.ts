/** Counts of sessions, written in the transaction that changes the session, so that statistics need not read the sessions. */
import { type Compiled, compiled } from '../../database/compiled.ts';
import type { Db, Trx } from '../../database/database.ts';
import { changesRows } from '../../database/rows.ts';
import type { SessionState } from '../../generated/operations.gen.ts';
import type { UsagePart } from './session-usage.table.ts';

/** The key that a session is counted under. Demo sessions are not counted. */
export interface Counted {
  merchant_id: number;
  /** The UTC day (YYYY-MM-DD) on which the session was created, even if it is approved on a later day. */
  day: string;
  /** 1 for a session that accepts only specimen documents. Such sessions are counted separately. */
  specimen: number;
}

const FIELDS = ['created', 'opened', 'initiated', 'completed', 'approved', 'rejected', 'failed', 'aborted'] as const;
export type UsageField = (typeof FIELDS)[number];
const ENDS = ['approved', 'rejected', 'failed', 'aborted'] as const satisfies UsageField[];

export async function countUsage(trx: Trx, counted: Counted, field: UsageField): Promise<void> {
  await counting[field].all(trx, counted);
}

const countIn = (field: UsageField) =>
  compiled((db, { merchant_id, day, specimen }: Counted) =>
    db
      .insertInto('usage_days')
      .values({ merchant_id, day, specimen, [field]: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['merchant_id', 'day', 'specimen'])
          .doUpdateSet((eb) => ({ [field]: eb(eb.ref(`usage_days.${field}`), '+', 1) })),
      ),
  );

const counting = Object.fromEntries(FIELDS.map((field) => [field, countIn(field)])) as Record<
  UsageField,
  Compiled<Counted, unknown>
>;

/**
 * Counts one session in a part of its day. Callers must count the day itself first: on PostgreSQL, transactions of the same day
 * then wait for each other there and cannot deadlock on the parts.
 */
export async function countPart(trx: Trx, counted: Counted, part: { kind: UsagePart; name: string }): Promise<void> {
  await countOnePart.all(trx, { ...counted, ...part });
}

const countOnePart = compiled(
  (db, { merchant_id, day, specimen, kind, name }: Counted & { kind: UsagePart; name: string }) =>
    db
      .insertInto('usage_parts')
      .values({ merchant_id, day, specimen, kind, name, count: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['merchant_id', 'day', 'specimen', 'kind', 'name'])
          .doUpdateSet((eb) => ({ count: eb('usage_parts.count', '+', 1) })),
      ),
);

/** Counts a specimen session of the day. @returns false if the day already has `most` sessions. */
export const countSpecimen = (
  trx: Trx,
  { merchant_id, day, most }: { merchant_id: number; day: string; most: number },
): Promise<boolean> =>
  trx
    .insertInto('usage_days')
    .values({ merchant_id, day, specimen: 1, created: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'day', 'specimen'])
        .doUpdateSet((eb) => ({ created: eb('usage_days.created', '+', 1) }))
        .where('usage_days.created', '<', most),
    )
    .$call(changesRows);

/** How many of the account's sessions have ended in each state. */
export async function sumEnded(db: Db, merchant_id: number): Promise<Map<SessionState, number>> {
  const sums = await db
    .selectFrom('usage_days')
    .select(({ fn }) => ENDS.map((field) => fn.sum<number | string | null>(field).as(field)))
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirstOrThrow();
  return new Map(ENDS.map((field) => [field.toUpperCase() as SessionState, Number(sums[field])]));
}

export async function deleteUsage(db: Db, merchant_id: number): Promise<void> {
  await db.deleteFrom('usage_days').where('merchant_id', '=', merchant_id).execute();
  await db.deleteFrom('usage_parts').where('merchant_id', '=', merchant_id).execute();
}
