/** An account's VAT number. VIES may be slow or silent, so a number is accepted by its format until VIES has answered. */
import { audit } from '../../audit/audit.service.ts';
import {
  type Acting,
  actingAs,
  type Caller,
  type OutsideContext,
  type TransactionContext,
} from '../../core/context.ts';
import { BadRequest, ServiceUnavailable } from '../../core/errors.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { BillingAccount } from '../../generated/operations.gen.ts';
import { mailAccount } from '../bill/billing-mail.ts';
import { keepProof } from '../bill/vat.service.ts';
import { type Account, lockAccount, updateAccount } from '../ledger/billing.repository.ts';
import { type CheckedVatNumber, isInVatArea } from '../terms/vat.ts';
import { describeAccount, getAccount, openCycleFacts } from './billing.service.ts';

/** May call VIES, so it runs before the transaction. */
export async function checkVatNumber(ctx: OutsideContext & Caller, { new_vat_number }: { new_vat_number: string }) {
  const { country } = await getAccount(ctx, ctx.principal.merchant_id);
  const refusal = (text: string) =>
    new BadRequest(text, 'invalid_vat_number', {
      details: [{ path: 'new_vat_number', expected: 'a VAT number of the billing country', received: 'string' }],
    });
  if (country === null) throw refusal('Set the billing country before the VAT number');
  if (!isInVatArea(country)) throw refusal(`VAT numbers apply only in the EU, not in ${country}`);
  const checked = await ctx.deps.vat_numbers.check(new_vat_number, country);
  if (checked === 'MALFORMED') throw refusal(`The VAT number is not valid in ${country}`);
  if (checked === 'UNREGISTERED')
    throw refusal(
      `VIES, the EU's VAT register, does not list this number for ${country}. Check it, or ask your tax office to add it to VIES`,
    );
  return { checked, country };
}

/** @throws ServiceUnavailable when the country has changed since the number was checked. */
export async function changeVatNumber(
  ctx: TransactionContext & Caller,
  { checked, country }: Awaited<ReturnType<typeof checkVatNumber>>,
): Promise<BillingAccount> {
  const { db } = ctx;
  const { merchant_id } = ctx.principal;
  await lockAccount(db, merchant_id);
  const account = await getAccount(ctx, merchant_id);
  // The SDK retries automatically and then sees the current values.
  if (account.country !== country)
    throw new ServiceUnavailable('Someone else changed the billing account at the same time. Try again');
  const kept = account.vat_number === checked.vat_number ? {} : await openCycleFacts(ctx, merchant_id);
  await updateAccount(db, merchant_id, { ...kept, ...storedCheck(checked, account) });
  await keepNumberProof(ctx, { merchant_id, country, checked });
  await audit(ctx, 'billing.change_vat_number');
  return describeAccount(ctx, merchant_id);
}

/** A number that VIES has confirmed stays confirmed when it is entered again while VIES is silent. */
const storedCheck = (
  { vat_number, vat_number_check }: CheckedVatNumber,
  stored: Pick<Account, 'vat_number' | 'vat_number_check'>,
) =>
  ({
    vat_number,
    vat_number_check:
      stored.vat_number === vat_number && stored.vat_number_check === 'ONLINE' ? 'ONLINE' : vat_number_check,
  }) as const;

const keepNumberProof = (
  ctx: TransactionContext,
  { merchant_id, country, checked }: { merchant_id: number; country: string; checked: CheckedVatNumber },
): Promise<void> =>
  keepProof(ctx, {
    merchant_id,
    kind: 'VAT_NUMBER',
    country,
    value: checked.vat_number,
    source: checked.vat_number_check === 'ONLINE' ? 'VIES' : 'FORMAT',
    reference: checked.reference,
  });

/**
 * Asks VIES about a number that was accepted by its format. A number that VIES does not list is removed, and no longer exempts the
 * open cycle from VAT.
 * @returns whether VIES answered
 */
export async function confirmVatNumber(
  ctx: OutsideContext,
  { merchant_id, signal }: { merchant_id: number; signal: AbortSignal },
): Promise<boolean> {
  const { country, vat_number } = await getAccount(ctx, merchant_id);
  if (country === null || vat_number === null) return true;
  const checked = await ctx.deps.vat_numbers.check(vat_number, country, signal);
  if (typeof checked === 'object' && checked.vat_number_check === 'FORMAT') return false;
  await inTransaction(actingAs(ctx, { merchant_id }), async (ctx) => {
    await lockAccount(ctx.db, merchant_id);
    const account = await getAccount(ctx, merchant_id);
    if (account.vat_number !== vat_number || account.country !== country) return;
    if (typeof checked === 'string') return removeVatNumber(ctx, { vat_number, kept: account.cycle_vat_number });
    await updateAccount(ctx.db, merchant_id, { vat_number_check: 'ONLINE' });
    await keepNumberProof(ctx, { merchant_id, country, checked });
  });
  return true;
}

async function removeVatNumber(
  ctx: TransactionContext & Acting,
  { vat_number, kept }: { vat_number: string; kept: string | null },
): Promise<void> {
  const { merchant_id } = ctx.principal;
  await updateAccount(ctx.db, merchant_id, {
    vat_number: null,
    vat_number_check: null,
    ...(kept === vat_number && { cycle_vat_number: null }),
  });
  await audit(ctx, 'billing.change_vat_number');
  await mailAccount(ctx, {
    merchant_id,
    template: 'vat_number_removed',
    page: '/change-vat-number',
    values: { vat_number },
  });
}
