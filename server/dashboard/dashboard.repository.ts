import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { findsRow } from '../database/rows.ts';

export const hasApproved = (db: Db, merchant_id: number): Promise<boolean> =>
  db
    .selectFrom('usage_days')
    .select('day')
    .where('merchant_id', '=', merchant_id)
    .where('specimen', '=', 0)
    .where('approved', '>', 0)
    .$call(findsRow);

interface Window {
  merchant_id: number;
  /** 1 for specimen sessions. */
  specimen: number;
  since: string;
}

export type DayCounts = Awaited<ReturnType<typeof listDays>>[number];

export const listDays = (db: Db, { merchant_id, specimen, since }: Window) =>
  db
    .selectFrom('usage_days')
    .select(['day as date', 'created', 'opened', 'initiated', 'completed', 'approved', 'rejected', 'failed', 'aborted'])
    .where('merchant_id', '=', merchant_id)
    .where('specimen', '=', specimen)
    .where('day', '>=', since)
    .orderBy('day')
    .execute();

export type PartCount = Awaited<ReturnType<typeof sumParts>>[number];

/** All counts of the days from `since` on, and only the result times of the days between `before` and `since`. */
export const sumParts = (db: Db, { merchant_id, specimen, since, before }: Window & { before: string }) =>
  db
    .selectFrom('usage_parts')
    .select(({ eb, fn }) => {
      const sumWhere = (isCurrent: boolean) =>
        sql<number>`cast(${fn.sum(
          eb
            .case()
            .when('day', isCurrent ? '>=' : '<', since)
            .then(eb.ref('count'))
            .else(0)
            .end(),
        )} as bigint)`;
      return ['kind', 'name', sumWhere(true).as('current'), sumWhere(false).as('previous')];
    })
    .where('merchant_id', '=', merchant_id)
    .where('specimen', '=', specimen)
    .where('day', '>=', before)
    .where(({ or, eb }) => or([eb('day', '>=', since), eb('kind', '=', 'result_time')]))
    .groupBy(['kind', 'name'])
    .execute();
