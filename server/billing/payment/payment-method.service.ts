/** Bills are charged to the primary payment method. Deleted methods are kept for the bills that they paid. */

import { audit } from '../../audit/audit.service.ts';
import { timestamp } from '../../core/clock.ts';
import type { Acting, Caller, Context, OutsideContext, TransactionContext } from '../../core/context.ts';
import { BadRequest, Forbidden, NotFound } from '../../core/errors.ts';
import { known } from '../../core/known.ts';
import { type ListOrder, type PageInput, readPage } from '../../database/page-cursor.ts';
import { randomId } from '../../database/random-id.ts';
import type { StoredPaymentMethod } from '../../generated/operations.gen.ts';
import { closePastCycles, collectOpenBills, getBill } from '../bill/bill.service.ts';
import { keepAddressProof, keepCardProof } from '../bill/vat.service.ts';
import { type Account, findAccount, lockAccount, updateAccount } from '../ledger/billing.repository.ts';
import type { PaymentMethodTable } from '../ledger/billing.table.ts';
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
} from '../ledger/payment-method.repository.ts';

/** @throws NotFound, also for a method of another account. */
export async function getPaymentMethod(
  { db, principal }: Context & Caller,
  { id }: { id: number },
): Promise<PaymentMethod> {
  const method = await findMethod(db, principal.merchant_id, id);
  if (!method) throw new NotFound(`No payment method found with id: ${id}`);
  return method;
}

const PRIMARY_FIRST = { primary: 'flag', created: 'time', id: 'number' } as const satisfies ListOrder;

export async function listPaymentMethods(
  ctx: Context & Caller,
  { bill_id, ...input }: PageInput & { bill_id?: number },
): Promise<{ payment_methods: StoredPaymentMethod[]; next_cursor?: string }> {
  const { db, principal } = ctx;
  const { merchant_id } = principal;
  if (bill_id !== undefined) await getBill(ctx, { id: bill_id });
  const { rows, ...next } = await readPage(PRIMARY_FIRST, input, (page) =>
    bill_id === undefined ? findMethods(db, merchant_id, page) : findMethodsOfBill(db, merchant_id, bill_id, page),
  );
  return { payment_methods: rows.map(toPaymentMethod), ...next };
}

export type NewPaymentMethod = Omit<
  PaymentMethodTable,
  'id' | 'merchant_id' | 'state' | 'primary' | 'created' | 'deleted'
>;

/**
 * If there is no primary method that can be charged, the new one becomes primary and, if billing was ever enabled, open bills are
 * charged to it.
 * @returns undefined if already stored.
 */
export async function addPaymentMethod(
  ctx: TransactionContext & Acting,
  method: NewPaymentMethod,
): Promise<number | undefined> {
  const { db, deps } = ctx;
  const { merchant_id } = ctx.principal;
  await lockAccount(db, merchant_id);
  const id = randomId();
  const primary = await findPrimary(db, merchant_id);
  const takesOver = primary?.state !== 'ACTIVE';
  const created = timestamp(deps.clock.now());
  const row = { ...method, id, merchant_id, state: 'ACTIVE' as const, primary: 0, created, deleted: null };
  if (!(await insertMethod(db, row))) return undefined;
  if (takesOver) await usePrimary(ctx, { id });
  await audit(ctx, 'payment_method.create', id);
  return id;
}

/** Makes this method primary, and charges open and future bills to it. @returns the method, unless it cannot be charged. */
export async function usePrimary(
  ctx: TransactionContext & Acting,
  { id }: { id: number },
): Promise<PaymentMethod | undefined> {
  const { db } = ctx;
  const { merchant_id } = ctx.principal;
  // Before the card changes, cycles that are over are billed, because the country of the primary card may decide their VAT.
  await closePastCycles(ctx, merchant_id);
  await clearPrimary(db, merchant_id);
  const method = await setPrimary(db, merchant_id, id);
  const account = method && (await findAccount(db, merchant_id));
  if (!account) return undefined;
  if (account.country === null) {
    const { address_country: country } = method;
    await updateAccount(db, merchant_id, { country });
    await keepAddressProof(ctx, { merchant_id, country, address: method });
  }
  await keepCardProof(ctx, method);
  if (collects(account)) await collectOpenBills(ctx, merchant_id);
  return method;
}

/** Adding a card does not charge an account that never enabled billing. */
const collects = ({ enabled }: Account) => enabled !== null;

export async function changePrimary(ctx: TransactionContext & Caller, { id }: { id: number }): Promise<PaymentMethod> {
  await lockAccount(ctx.db, ctx.principal.merchant_id);
  const method = await getPaymentMethod(ctx, { id });
  if (method.primary === 1) return method;
  const changed = await usePrimary(ctx, { id });
  if (!changed) throw new BadRequest('This payment method can no longer be charged. Add another one');
  await audit(ctx, 'payment_method.change_primary', id);
  return changed;
}

/** Removes a card at the provider, before it is deleted here. @throws Forbidden for the primary method. */
export async function detachPaymentMethod(ctx: OutsideContext & Caller, { id }: { id: number }): Promise<void> {
  const method = await getPaymentMethod(ctx, { id });
  if (method.primary === 1) throw isPrimary();
  if (method.type === 'CARD' && method.reference) await ctx.deps.payments.detachCard(method.reference);
}

export async function deletePaymentMethod(ctx: TransactionContext & Caller, { id }: { id: number }): Promise<void> {
  const { db, deps } = ctx;
  const { merchant_id } = await getPaymentMethod(ctx, { id });
  if (!(await markMethodDeleted(db, merchant_id, id, timestamp(deps.clock.now())))) throw isPrimary();
  await audit(ctx, 'payment_method.delete', id);
}

const isPrimary = () =>
  new Forbidden(
    'The primary payment method cannot be deleted. Make another one primary first',
    'primary_payment_method',
  );

export function toPaymentMethod(method: PaymentMethod): StoredPaymentMethod {
  const { id, type, state, alias, reference, primary, name, expires } = method;
  const { address_line_1, address_line_2, address_postal_code, address_city, address_state, address_country } = method;
  return {
    ...{ id, type, state, primary: primary === 1 },
    ...{ address_line_1, address_postal_code, address_city, address_country },
    ...known({ alias, reference, name, expires, address_line_2, address_state }),
  };
}
