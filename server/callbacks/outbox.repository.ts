import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../database/database.ts';

/** A literal, because SQLite uses a partial index only when it sees the values of its condition. */
export const isPending = sql<SqlBool>`state = 'PENDING'`;

export const attemptTaken = {
  attempts: sql<number>`attempts + 1`,
  attempts_left: sql<number>`attempts_left - 1`,
};

export const attemptGivenBack = {
  attempts: sql<number>`attempts - 1`,
  attempts_left: sql<number>`attempts_left + 1`,
};

interface Lanes {
  table: 'callbacks' | 'endpoint_deliveries';
  column: 'merchant_id' | 'endpoint_id';
  /** A query that returns a row if the account of `waiting.lane` is suspended. */
  suspended: RawBuilder<unknown>;
}

/** Steps through the index from lane to lane, so that a receiver's backlog does not slow the query down. */
export async function listLanes(db: Db, { table, column, suspended }: Lanes): Promise<{ lane: number; due: string }[]> {
  const [queue, lane] = [sql.table(table), sql.ref(column)];
  const { rows } = await sql<{ lane: number; due: string }>`
    with recursive waiting (lane) as (
      select min(${lane}) from ${queue} where state = 'PENDING'
      union all
      select (select min(${lane}) from ${queue} where state = 'PENDING' and ${lane} > waiting.lane)
      from waiting where lane is not null
    )
    select lane, (select min(next_attempt) from ${queue} where state = 'PENDING' and ${lane} = waiting.lane) as due
    from waiting where lane is not null and not exists (${suspended})
    order by due`.execute(db);
  return rows;
}
