/** The payment methods of an account. The primary one is charged. A deleted one stays for the bills that it paid. */
import type { Kysely, Transaction } from 'kysely';
import { recordAudit } from '../audit/audit.service.ts';
import { timestamp } from '../core/clock.ts';
import type { Caller, Context } from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import { BadRequest, Forbidden, NotFound } from '../core/errors.ts';
import type { Database } from '../database/database.ts';
import { type ListOrder, type PageInput, readPage } from '../database/page-cursor.ts';
import { randomId } from '../database/random-id.ts';
import type { StoredPaymentMethod } from '../generated/operations.gen.ts';
import type { CallOrigin, Principal } from '../http/handlers.ts';
import { chargeOpenBillsNow } from './bill.repository.ts';
import { getBill } from './bill.service.ts';
import { type Account, findAccount, lockAccount, updateAccount } from './billing.repository.ts';
import {
  clearPrimary,
  findMethod,
  findMethods,
  findMethodsOfBill,
  findPrimary,
  insertMethod,
  markMethodDeleted,
  type PaymentMethod,
  setPrimary,
} from './payment-method.repository.ts';
import type { PaymentMethodTable } from './payment-method.table.ts';

type Trx = Transaction<Database>;

/** @throws NotFound, also for a method of another account. */
export async function getMethod(db: Kysely<Database>, merchantId: number, id: number): Promise<PaymentMethod> {
  const method = await findMethod(db, merchantId, id);
  if (!method) throw new NotFound(`No payment method found with id: ${id}`);
  return method;
}

const PRIMARY_FIRST = { primary: 'flag', created: 'time', id: 'number' } as const satisfies ListOrder;

/** One page of all methods, or of those that a bill was charged to. */
export async function listStoredMethods(
  { db, principal: { merchant_id } }: Context & Caller,
  { bill_id, ...input }: PageInput & { bill_id?: number },
): Promise<{ payment_methods: StoredPaymentMethod[]; next_cursor?: string }> {
  if (bill_id !== undefined) await getBill(db, merchant_id, bill_id);
  const { rows, ...next } = await readPage(PRIMARY_FIRST, input, (page) =>
    bill_id === undefined ? findMethods(db, merchant_id, page) : findMethodsOfBill(db, merchant_id, bill_id, page),
  );
  return { payment_methods: rows.map(toPaymentMethod), ...next };
}

export type NewMethod = Omit<PaymentMethodTable, 'id' | 'merchant_id' | 'state' | 'primary' | 'created' | 'deleted'>;

/**
 * Stores a method. If no other one can be charged it becomes primary, and open bills are charged to it.
 * @returns undefined when the card is stored already.
 */
export async function addMethod(
  trx: Trx,
  deps: Deps,
  merchantId: number,
  method: NewMethod,
): Promise<number | undefined> {
  await lockAccount(trx, merchantId);
  const id = randomId();
  const primary = await findPrimary(trx, merchantId);
  const takesOver = primary?.state !== 'ACTIVE';
  const created = timestamp(deps.clock.now());
  const row = { ...method, id, merchant_id: merchantId, state: 'ACTIVE' as const, primary: 0, created, deleted: null };
  if (!(await insertMethod(trx, row))) return undefined;
  if (takesOver) await usePrimary(trx, deps, merchantId, id);
  return id;
}

/** Charges open and future bills to this method. @returns the method, unless it cannot be charged. */
export async function usePrimary(
  trx: Trx,
  deps: Deps,
  merchantId: number,
  id: number,
): Promise<PaymentMethod | undefined> {
  await clearPrimary(trx, merchantId);
  const method = await setPrimary(trx, merchantId, id);
  const account = method && (await findAccount(trx, merchantId));
  if (!account) return undefined;
  if (account.country === null) await updateAccount(trx, merchantId, { country: method.address_country });
  if (collects(account)) await chargeOpenBillsNow(trx, merchantId, timestamp(deps.clock.now()));
  return method;
}

/** Whether open bills are charged. An account that cancelled, or never enabled billing, is not charged because of a new card. */
const collects = ({ enabled }: Account) => enabled !== null;

export async function changePrimary(
  trx: Trx,
  deps: Deps,
  { merchant_id, user_id }: Principal,
  request: CallOrigin,
  id: number,
): Promise<PaymentMethod> {
  await lockAccount(trx, merchant_id);
  const method = await getMethod(trx, merchant_id, id);
  if (method.primary === 1) return method;
  const changed = await usePrimary(trx, deps, merchant_id, id);
  if (!changed) throw new BadRequest('This payment method can no longer be charged. Add another one');
  const action = 'payment_method.change_primary';
  await recordAudit(trx, deps, { merchant_id, user_id, request_id: request.id, action, target: id });
  return changed;
}

/** Removes a card at the provider first, then here. @throws Forbidden for the primary method. */
export async function detachMethod(deps: Deps, merchantId: number, id: number): Promise<void> {
  const method = await getMethod(deps.db, merchantId, id);
  if (method.primary === 1) throw isPrimary();
  if (method.type === 'CARD' && method.reference) await deps.payments.detachCard(method.reference);
}

export async function deleteMethod(
  trx: Trx,
  deps: Deps,
  { merchant_id, user_id }: Principal,
  request: CallOrigin,
  id: number,
): Promise<void> {
  await getMethod(trx, merchant_id, id);
  if (!(await markMethodDeleted(trx, merchant_id, id, timestamp(deps.clock.now())))) throw isPrimary();
  const action = 'payment_method.delete';
  await recordAudit(trx, deps, { merchant_id, user_id, request_id: request.id, action, target: id });
}

const isPrimary = () =>
  new Forbidden(
    'The primary payment method cannot be deleted. Make another one primary first',
    'primary_payment_method',
  );

export const toPaymentMethod = (method: PaymentMethod): StoredPaymentMethod => ({
  id: method.id,
  type: method.type,
  state: method.state,
  ...(method.alias !== null && { alias: method.alias }),
  ...(method.reference !== null && { reference: method.reference }),
  primary: method.primary === 1,
  ...(method.name !== null && { name: method.name }),
  ...(method.expires !== null && { expires: method.expires }),
  address_line_1: method.address_line_1,
  ...(method.address_line_2 !== null && { address_line_2: method.address_line_2 }),
  address_postal_code: method.address_postal_code,
  address_city: method.address_city,
  ...(method.address_state !== null && { address_state: method.address_state }),
  address_country: method.address_country,
});
