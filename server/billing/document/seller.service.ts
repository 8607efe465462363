/** Whether invoices name the seller as the law requires (Directive 2006/112/EC, article 226), and say where to pay. */
import type { Context } from '../../core/context.ts';
import { hasInvoiceCustomers } from '../ledger/payment-method.repository.ts';

/** @returns what invoices lack, in one sentence. Local mode invoices nobody. */
export async function describeMissingSeller({ db, deps }: Context): Promise<string | undefined> {
  const { mode, seller } = deps.config;
  if (mode === 'local') return undefined;
  const missing: string[] = [...seller.missing];
  if (!seller.bank_account && (await hasInvoiceCustomers(db))) missing.push('SELLER_BANK_ACCOUNT');
  return missing.length > 0 ? `invoices are incomplete without ${missing.join(', ')}` : undefined;
}
