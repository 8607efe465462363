import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import { compiled, compiledFor, namesOf } from '../../database/compiled.ts';
import type { Db } from '../../database/database.ts';
import { changesRows, columnOf, run } from '../../database/rows.ts';
import { unclaimed } from '../../database/unclaimed.ts';
import type { Cycle } from '../terms/cycle.ts';
import type { Terms } from '../terms/plans.ts';
import type { BilledSessionTable, BillingAccountTable } from './billing.table.ts';

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export const insertAccount = (db: Db, account: Insertable<BillingAccountTable>): Promise<void> =>
  run(db.insertInto('billing_accounts').values(account));

/** Includes deleted accounts, because their last bill may still be open. */
export async function findAccount(db: Db, merchant_id: number) {
  const account = await findTerms.first(db, { merchant_id });
  const company = account && (await findCompany.first(db, { merchant_id }));
  return company && { ...account, ...company };
}

/** Two queries by primary key, because SQLite would plan a join again for each account. */
const findTerms = compiled((db, { merchant_id }: { merchant_id: number }) =>
  db.selectFrom('billing_accounts').selectAll().where('merchant_id', '=', merchant_id),
);
const findCompany = compiled((db, { merchant_id }: { merchant_id: number }) =>
  db
    .selectFrom('merchants')
    .select(['name as company', 'billing_state', 'created', 'deleted'])
    .where('id', '=', merchant_id),
);

export const listAccounts = (db: Db) =>
  db
    .selectFrom('merchants')
    .innerJoin('billing_accounts', 'billing_accounts.merchant_id', 'merchants.id')
    .selectAll('billing_accounts')
    .select(['merchants.name as company', 'merchants.billing_state', 'merchants.created', 'merchants.deleted'])
    .orderBy('merchants.created', 'desc')
    .execute();

export async function updateAccount(db: Db, merchant_id: number, changes: AccountChanges): Promise<void> {
  await updateColumns(namesOf(changes)).all(db, { ...changes, merchant_id });
}

type AccountChanges = Omit<Updateable<BillingAccountTable>, 'merchant_id'>;

const updateColumns = compiledFor((columns: readonly (keyof AccountChanges)[]) =>
  compiled((db, row: AccountChanges & { merchant_id: number }) =>
    db
      .updateTable('billing_accounts')
      .set(Object.fromEntries(columns.map((column) => [column, row[column]])))
      .where('merchant_id', '=', row.merchant_id),
  ),
);

/** @returns false when the mailbox has received credit before. */
export const insertCreditClaim = (db: Db, claim: { address_hash: string; created: string }): Promise<boolean> =>
  db
    .insertInto('credit_claims')
    .values(claim)
    .onConflict((conflict) => conflict.column('address_hash').doNothing())
    .$call(changesRows);

/** @returns false when the notice was already sent. */
export const takeNotice = (
  db: Db,
  notice: { merchant_id: number; notice: string; created: string },
): Promise<boolean> =>
  db
    .insertInto('billing_notices')
    .values(notice)
    .onConflict((conflict) => conflict.columns(['merchant_id', 'notice']).doNothing())
    .$call(changesRows);

export const updateCompany = (db: Db, merchant_id: number, company: string | null): Promise<void> =>
  run(db.updateTable('merchants').set({ name: company }).where('id', '=', merchant_id));

/** Only for `changeState`, which also records the day. @returns false when the account is in none of the states in `from`. */
export const updateState = (
  db: Db,
  merchant_id: number,
  from: readonly Account['billing_state'][],
  to: Account['billing_state'],
): Promise<boolean> =>
  db
    .updateTable('merchants')
    .set({ billing_state: to })
    .where('id', '=', merchant_id)
    .where('billing_state', 'in', from)
    .where('deleted', 'is', null)
    .$call(changesRows);

export const findAccountByCustomer = (db: Db, customer: string) =>
  db.selectFrom('billing_accounts').select('merchant_id').where('customer', '=', customer).executeTakeFirst();

/** Stores the account's customer, which may replace one deleted at the provider. @returns false when another process was first. */
export const keepCustomer = (
  db: Db,
  merchant_id: number,
  { customer, replaces }: { customer: string; replaces: string | null },
): Promise<boolean> =>
  db
    .updateTable('billing_accounts')
    .set({ customer })
    .where('merchant_id', '=', merchant_id)
    .where('customer', replaces === null ? 'is' : '=', replaces)
    .$call(changesRows);

/** Locks the account's row until the transaction ends, so that changes to the account happen one after another. */
export const lockAccount = (db: Db, merchant_id: number): Promise<void> =>
  db
    .updateTable('billing_accounts')
    .set((eb) => ({ customer: eb.ref('customer') }))
    .where('merchant_id', '=', merchant_id)
    .$call(run);

/** Counts an approved session, and locks the row until the transaction ends, so that the credit is spent only once. */
export const lockAccountForUsage = compiled((db, { merchant_id }: { merchant_id: number }) =>
  db
    .updateTable('billing_accounts')
    .set((eb) => ({ sessions: eb('sessions', '+', 1) }))
    .where('merchant_id', '=', merchant_id)
    .returningAll(),
);

/** A single query, so that a session that ends in the meantime is neither missed nor counted twice. */
export async function findSpending(db: Db, account: { merchant_id: number; since: string }) {
  const found = await findWithOpen.first(db, account);
  return found && { ...found, open: Number(found.open), due: Number(found.due) };
}

export const sumDue = async (db: Db, merchant_id: number): Promise<number> => {
  const { due } = await db
    .selectFrom('bills')
    .select(dueSum)
    .where('merchant_id', '=', merchant_id)
    .where('state', '=', 'OPEN')
    .executeTakeFirstOrThrow();
  return Number(due);
};

/** As in `amountDue`. */
const dueSum = sql<number>`coalesce(sum(coalesce(amount_due, total)), 0)`.as('due');

const findWithOpen = compiled((db, { merchant_id, since }: { merchant_id: number; since: string }) =>
  db
    .selectFrom('billing_accounts')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('usage_days')
        .select(sql<number>`coalesce(sum(created - approved - rejected - failed - aborted), 0)`.as('open'))
        .where('usage_days.merchant_id', '=', merchant_id)
        .where('specimen', '=', 0)
        .where('day', '>=', since)
        .as('open'),
    )
    .select((eb) =>
      eb
        .selectFrom('bills')
        .select(dueSum)
        .whereRef('bills.merchant_id', '=', 'billing_accounts.merchant_id')
        .where('bills.state', '=', 'OPEN')
        .as('due'),
    )
    .where('billing_accounts.merchant_id', '=', merchant_id),
);

export const insertBilledSession = compiled(
  (db, { session_id, merchant_id, cycle_start, approved, unit_price, credit }: BilledSessionTable) =>
    db.insertInto('billed_sessions').values({ session_id, merchant_id, cycle_start, approved, unit_price, credit }),
);

/** One row for each price at which sessions of the cycle were approved. */
export async function sumSessions(db: Db, merchant_id: number, cycle_start: string) {
  const rows = await db
    .selectFrom('billed_sessions')
    .select(({ fn }) => ['unit_price', fn.countAll().as('quantity'), fn.sum('credit').as('credit')])
    .where('merchant_id', '=', merchant_id)
    .where('cycle_start', '=', cycle_start)
    .groupBy('unit_price')
    .orderBy('unit_price', 'desc')
    .execute();
  return rows.map(({ unit_price, quantity, credit }) => ({
    unit_price,
    quantity: Number(quantity),
    credit: Number(credit),
  }));
}

/** @returns false when another process closed the cycle. */
export const advanceCycle = (
  db: Db,
  merchant_id: number,
  { from, to, terms }: { from: string; to: Cycle | null; terms: Terms | null },
): Promise<boolean> =>
  db
    .updateTable('billing_accounts')
    .set({
      ...(to ? { cycle_start: to.start, cycle_end: to.end } : { cycle_end: null }),
      ...(terms && { ...terms, next_unit_price: null, next_monthly_commitment: null, next_from: null }),
    })
    .where('merchant_id', '=', merchant_id)
    .where('cycle_start', '=', from)
    .where('cycle_end', 'is not', null)
    .$call(changesRows);

type End = 'cycle_end' | 'trial_ends';

export const listEnded = (db: Db, end: End, { until, limit }: { until: string; limit: number }): Promise<number[]> =>
  db
    .selectFrom('billing_accounts')
    .select('merchant_id')
    .where(end, '<=', until)
    .orderBy(end)
    .limit(limit)
    .$call(unclaimed(db))
    .$call(columnOf('merchant_id'));

export async function nextEnd(db: Db, end: End): Promise<string | undefined> {
  const row = await db
    .selectFrom('billing_accounts')
    .select(end)
    .where(end, 'is not', null)
    .orderBy(end)
    .limit(1)
    .executeTakeFirst();
  return row?.[end] ?? undefined;
}

/** A literal rather than a parameter, because SQLite uses a partial index only when it sees the values of its condition. */
const isDeleted = sql<SqlBool>`inactive_reason = 'DELETED'`;

/** Deleted accounts whose payment methods are still stored although nothing is left to collect. */
export const listSettledDeleted = (db: Db, limit: number): Promise<number[]> =>
  db
    .selectFrom('billing_accounts')
    .select('merchant_id')
    .where(isDeleted)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bills')
            .select('bills.id')
            .whereRef('bills.merchant_id', '=', 'billing_accounts.merchant_id')
            .where('bills.state', '=', 'OPEN')
            .where('bills.next_attempt', 'is not', null),
        ),
      ),
    )
    .limit(limit)
    .$call(unclaimed(db))
    .$call(columnOf('merchant_id'));

/** @returns false when the event was received before. */
export const takeEvent = (db: Db, event: { id: string; type: string; received: string }): Promise<boolean> =>
  db
    .insertInto('provider_events')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .$call(changesRows);

export const purgeEvents = (db: Db, before: string): Promise<void> =>
  run(db.deleteFrom('provider_events').where('received', '<=', before));
