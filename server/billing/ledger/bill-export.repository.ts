/** Reads bills and sessions in pages, each when the previous one has been consumed. */
import { type SqlBool, sql } from 'kysely';
import { compiled } from '../../database/compiled.ts';
import type { Db } from '../../database/database.ts';
import type { Bill } from './bill.repository.ts';

/** Newest first. */
export async function* billPages(db: Db, merchant_id: number, limit: number): AsyncGenerator<Bill[]> {
  for (let before = '9999-12-31'; ; ) {
    const page = await db
      .selectFrom('bills')
      .selectAll()
      .where('merchant_id', '=', merchant_id)
      .where('cycle_start', '<', before)
      .orderBy('cycle_start', 'desc')
      .limit(limit)
      .execute();
    const last = page.at(-1);
    if (last) yield page;
    if (!last || page.length < limit) return;
    before = last.cycle_start;
  }
}

/** The sessions of a cycle, oldest first. `reference` is null when the session has none or was deleted. */
export async function* usagePages(db: Db, cycle: { merchant_id: number; cycle_start: string }, limit: number) {
  for (let [approved, session_id] = ['', 0]; ; ) {
    const page = await nextUsage.all(db, { ...cycle, approved, session_id, limit });
    const last = page.at(-1);
    if (last) yield page;
    if (!last || page.length < limit) return;
    ({ approved, session_id } = last);
  }
}

type After = { merchant_id: number; cycle_start: string; approved: string; session_id: number; limit: number };

const nextUsage = compiled((db, { merchant_id, cycle_start, approved, session_id, limit }: After) =>
  db
    .selectFrom('billed_sessions')
    .leftJoin('sessions', 'sessions.id', 'billed_sessions.session_id')
    .select([
      ...(['approved', 'session_id', 'unit_price', 'credit'] as const).map(
        (column) => `billed_sessions.${column}` as const,
      ),
      'sessions.reference',
    ])
    .where('billed_sessions.merchant_id', '=', merchant_id)
    .where('cycle_start', '=', cycle_start)
    .where(sql<SqlBool>`(approved, session_id) > (${approved}, ${session_id})`)
    .orderBy('approved')
    .orderBy('session_id')
    .limit(limit),
);
