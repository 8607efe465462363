import { type Selectable, sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import { newestFirst, type Page } from '../../database/page-cursor.ts';
import type { PaymentMethodTable } from './payment-method.table.ts';

export type PaymentMethod = Selectable<PaymentMethodTable>;

/** @returns false when the card is already stored, even if it was deleted. */
export async function insertMethod(db: Db, method: PaymentMethodTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('payment_methods')
    .values(method)
    .onConflict((conflict) => conflict.column('reference').where('type', '=', sql.lit('CARD')).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export function findMethod(db: Db, merchant_id: number, id: number): Promise<PaymentMethod | undefined> {
  return db
    .selectFrom('payment_methods')
    .selectAll()
    .where('id', '=', id)
    .where('merchant_id', '=', merchant_id)
    .where('deleted', 'is', null)
    .executeTakeFirst();
}

/** Finds deleted methods too, since they may have been used for a payment. */
export function findMethodByReference(db: Db, reference: string): Promise<PaymentMethod | undefined> {
  return db
    .selectFrom('payment_methods')
    .selectAll()
    .where('reference', '=', reference)
    .where('type', '=', 'CARD')
    .executeTakeFirst();
}

export function findPrimary(db: Db, merchant_id: number): Promise<PaymentMethod | undefined> {
  return db
    .selectFrom('payment_methods')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('primary', '=', 1)
    .executeTakeFirst();
}

/** The primary method first. */
export function listMethods(db: Db, merchant_id: number): Promise<PaymentMethod[]> {
  return db
    .selectFrom('payment_methods')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('deleted', 'is', null)
    .orderBy('primary', 'desc')
    .orderBy('created')
    .orderBy('id')
    .execute();
}

export function findMethods(db: Db, merchant_id: number, page: Page): Promise<PaymentMethod[]> {
  return db
    .selectFrom('payment_methods')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('deleted', 'is', null)
    .$call(newestFirst(page))
    .execute();
}

/** The methods that a bill was charged to, including deleted ones. */
export function findMethodsOfBill(db: Db, merchant_id: number, bill_id: number, page: Page): Promise<PaymentMethod[]> {
  return db
    .selectFrom('payment_methods')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', 'in', (eb) => eb.selectFrom('transactions').select('payment_method_id').where('bill_id', '=', bill_id))
    .$call(newestFirst(page))
    .execute();
}

/** Leaves the account without a primary method. */
export async function clearPrimary(db: Db, merchant_id: number): Promise<void> {
  await db
    .updateTable('payment_methods')
    .set({ primary: 0 })
    .where('merchant_id', '=', merchant_id)
    .where('primary', '=', 1)
    .execute();
}

/** Makes the method primary. @returns the method, unless it was deleted or cannot be charged. */
export function setPrimary(db: Db, merchant_id: number, id: number): Promise<PaymentMethod | undefined> {
  return db
    .updateTable('payment_methods')
    .set({ primary: 1 })
    .where('id', '=', id)
    .where('merchant_id', '=', merchant_id)
    .where('deleted', 'is', null)
    .where('state', '=', 'ACTIVE')
    .returningAll()
    .executeTakeFirst();
}

/** @returns false for the primary method, which stays. */
export async function markMethodDeleted(db: Db, merchant_id: number, id: number, deleted: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_methods')
    .set({ deleted, state: 'INACTIVE' })
    .where('id', '=', id)
    .where('merchant_id', '=', merchant_id)
    .where('primary', '=', 0)
    .where('deleted', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deactivateMethod(db: Db, reference: string): Promise<void> {
  await db
    .updateTable('payment_methods')
    .set({ state: 'INACTIVE' })
    .where('reference', '=', reference)
    .where('type', '=', 'CARD')
    .execute();
}

/** Deactivates the cards of a customer that was deleted at the provider. */
export async function deactivateCards(db: Db, merchant_id: number): Promise<void> {
  await db
    .updateTable('payment_methods')
    .set({ state: 'INACTIVE' })
    .where('merchant_id', '=', merchant_id)
    .where('type', '=', 'CARD')
    .execute();
}

/** Stores the new number and expiry that the card network has assigned to a card. */
export async function updateCard(
  db: Db,
  reference: string,
  card: Pick<PaymentMethodTable, 'alias' | 'expires'>,
): Promise<void> {
  await db
    .updateTable('payment_methods')
    .set(card)
    .where('reference', '=', reference)
    .where('type', '=', 'CARD')
    .where('deleted', 'is', null)
    .execute();
}

export async function deleteMethods(db: Db, merchant_id: number): Promise<void> {
  await db.deleteFrom('payment_methods').where('merchant_id', '=', merchant_id).execute();
}
