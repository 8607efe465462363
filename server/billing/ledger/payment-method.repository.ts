import { type Selectable, sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import { newestFirst, type Page } from '../../database/page-cursor.ts';
import { changesRows, columnOf, findsRow, run } from '../../database/rows.ts';
import { unclaimed } from '../../database/unclaimed.ts';
import type { PaymentMethodTable } from './billing.table.ts';

export type PaymentMethod = Selectable<PaymentMethodTable>;

/** @returns false when the card is already stored, even if it was deleted. */
export const insertMethod = (db: Db, method: PaymentMethodTable): Promise<boolean> =>
  db
    .insertInto('payment_methods')
    .values(method)
    .onConflict((conflict) => conflict.column('reference').where('type', '=', sql.lit('CARD')).doNothing())
    .$call(changesRows);

/** Including deleted methods, which may have been used for a payment. */
const methods = (db: Db, merchant_id: number) =>
  db.selectFrom('payment_methods').selectAll().where('merchant_id', '=', merchant_id);

const storedMethods = (db: Db, merchant_id: number) => methods(db, merchant_id).where('deleted', 'is', null);

export const findMethod = (db: Db, merchant_id: number, id: number): Promise<PaymentMethod | undefined> =>
  storedMethods(db, merchant_id).where('id', '=', id).executeTakeFirst();

export const findUsedMethod = (db: Db, merchant_id: number, id: number): Promise<PaymentMethod | undefined> =>
  methods(db, merchant_id).where('id', '=', id).executeTakeFirst();

export const findMethodByReference = (db: Db, reference: string): Promise<PaymentMethod | undefined> =>
  db
    .selectFrom('payment_methods')
    .selectAll()
    .where('reference', '=', reference)
    .where('type', '=', 'CARD')
    .executeTakeFirst();

export const findPrimary = (db: Db, merchant_id: number): Promise<PaymentMethod | undefined> =>
  methods(db, merchant_id).where('primary', '=', 1).executeTakeFirst();

export const hasInvoiceCustomers = (db: Db): Promise<boolean> =>
  findsRow(
    db
      .selectFrom('payment_methods')
      .select('id')
      .where('type', '=', 'INVOICE')
      .where('primary', '=', 1)
      .where('deleted', 'is', null),
  );

export const listMethods = (db: Db, merchant_id: number): Promise<PaymentMethod[]> =>
  storedMethods(db, merchant_id).orderBy('primary', 'desc').orderBy('created').orderBy('id').execute();

export const findMethods = (db: Db, merchant_id: number, page: Page): Promise<PaymentMethod[]> =>
  storedMethods(db, merchant_id).$call(newestFirst(page)).execute();

export const findMethodsOfBill = (db: Db, merchant_id: number, bill_id: number, page: Page): Promise<PaymentMethod[]> =>
  methods(db, merchant_id)
    .where('id', 'in', (eb) => eb.selectFrom('transactions').select('payment_method_id').where('bill_id', '=', bill_id))
    .$call(newestFirst(page))
    .execute();

const cardsInUse = (db: Db) =>
  db
    .selectFrom('payment_methods')
    .where('type', '=', 'CARD')
    .where('primary', '=', 1)
    .where('state', '=', 'ACTIVE')
    .where('deleted', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('merchants')
          .select('merchants.id')
          .whereRef('merchants.id', '=', 'payment_methods.merchant_id')
          .where('merchants.billing_state', '!=', 'INACTIVE'),
      ),
    );

export const listEndingCards = (
  db: Db,
  { expires, notice }: { expires: string; notice: string },
  limit: number,
): Promise<number[]> =>
  cardsInUse(db)
    .select('id')
    .where('expires', '=', expires)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('billing_notices')
            .select('notice')
            .whereRef('billing_notices.merchant_id', '=', 'payment_methods.merchant_id')
            .where(
              'notice',
              '=',
              sql<string>`${notice} || ' ' || payment_methods.id || ' ' || payment_methods.expires`,
            ),
        ),
      ),
    )
    .limit(limit)
    .$call(unclaimed(db))
    .$call(columnOf('id'));

export const findCardInUse = (db: Db, id: number): Promise<PaymentMethod | undefined> =>
  cardsInUse(db).selectAll().where('id', '=', id).executeTakeFirst();

/** The first two months, from `from` on, in which a card in use expires. */
export const listExpiries = (db: Db, from: string): Promise<(string | null)[]> =>
  cardsInUse(db)
    .select('expires')
    .distinct()
    .where('expires', '>=', from)
    .orderBy('expires')
    .limit(2)
    .$call(columnOf('expires'));

const updateMethods = (db: Db, merchant_id: number) =>
  db.updateTable('payment_methods').where('merchant_id', '=', merchant_id);

const updateCardRow = (db: Db, reference: string) =>
  db.updateTable('payment_methods').where('reference', '=', reference).where('type', '=', 'CARD');

export const clearPrimary = (db: Db, merchant_id: number): Promise<void> =>
  run(updateMethods(db, merchant_id).set({ primary: 0 }).where('primary', '=', 1));

/** @returns the method, unless it was deleted or cannot be charged. */
export const setPrimary = (db: Db, merchant_id: number, id: number): Promise<PaymentMethod | undefined> =>
  updateMethods(db, merchant_id)
    .set({ primary: 1 })
    .where('id', '=', id)
    .where('deleted', 'is', null)
    .where('state', '=', 'ACTIVE')
    .returningAll()
    .executeTakeFirst();

/** @returns false for the primary method, which stays. */
export const markMethodDeleted = (db: Db, merchant_id: number, id: number, deleted: string): Promise<boolean> =>
  changesRows(
    updateMethods(db, merchant_id)
      .set({ deleted, state: 'INACTIVE' })
      .where('id', '=', id)
      .where('primary', '=', 0)
      .where('deleted', 'is', null),
  );

export const deactivateMethod = (db: Db, reference: string): Promise<void> =>
  run(updateCardRow(db, reference).set({ state: 'INACTIVE' }));

export const deactivateCards = (db: Db, merchant_id: number): Promise<boolean> =>
  updateMethods(db, merchant_id)
    .set({ state: 'INACTIVE' })
    .where('type', '=', 'CARD')
    .where('state', '=', 'ACTIVE')
    .$call(changesRows);

/**
 * Stores the new number and expiry that the card network has assigned, so that the card can be charged again.
 * @returns whether either changed.
 */
export const renewCard = (
  db: Db,
  reference: string,
  card: Pick<PaymentMethodTable, 'alias' | 'expires' | 'fingerprint'>,
): Promise<boolean> =>
  updateCardRow(db, reference)
    .set({ ...card, state: 'ACTIVE' })
    .where('deleted', 'is', null)
    .where((eb) => eb.or([eb('alias', '!=', card.alias), eb('expires', '!=', card.expires)]))
    .$call(changesRows);

export const deleteMethods = (db: Db, merchant_id: number): Promise<void> =>
  run(db.deleteFrom('payment_methods').where('merchant_id', '=', merchant_id));
