/** The VAT that an account pays in a cycle, and the proofs for it (Implementing Regulation (EU) 282/2011, articles 18 and 24f). */
import { timestamp } from '../../core/clock.ts';
import type { Context, TransactionContext } from '../../core/context.ts';
import { randomId } from '../../database/random-id.ts';
import { type Account, findAccount } from '../ledger/billing.repository.ts';
import { findPrimary, type PaymentMethod } from '../ledger/payment-method.repository.ts';
import { findLastProof, insertProof, listForeignCards, type VatProof } from '../ledger/vat-proof.repository.ts';
import { type Cycle, lastDay, nextCycle } from '../terms/cycle.ts';
import { formatRate } from '../terms/money.ts';
import { taxFacts, type Vat, vatOf } from '../terms/vat.ts';

/** VAT is due when the cycle ends (Directive 2006/112/EC, article 64), so the rate is that of its last day. */
export async function vatOfAccount({ db, deps }: Context, account: Account): Promise<(cycle: Cycle) => Vat> {
  const primary = await findPrimary(db, account.merchant_id);
  const card_country = primary?.type === 'CARD' ? primary.card_country : null;
  const { country: seller } = deps.config.seller;
  return (cycle) => vatOf({ ...taxFacts(account, cycle), card_country }, { seller, day: lastDay(cycle) });
}

export const vatOfCycle = async (ctx: Context, { account, cycle }: { account: Account; cycle: Cycle }): Promise<Vat> =>
  (await vatOfAccount(ctx, account))(cycle);

type Proof = Omit<VatProof, 'id' | 'created' | 'reference'> & { reference?: string | undefined };

/**
 * Stores a proof, unless the newest one says the same. After storing, warns the operator in the log if address and card contradict
 * each other.
 */
export async function keepProof(ctx: TransactionContext, { reference = undefined, ...proof }: Proof): Promise<void> {
  const { db, deps } = ctx;
  const last = await findLastProof(db, proof.merchant_id, proof.kind);
  const fact = { ...proof, reference: reference ?? null };
  if (last && FACT.every((part) => last[part] === fact[part])) return;
  await insertProof(db, { id: randomId(), created: timestamp(deps.clock.now()), ...fact });
  await warnOfContradiction(ctx, proof.merchant_id);
}

const FACT = ['country', 'value', 'source', 'reference'] as const;

async function warnOfContradiction(ctx: TransactionContext, merchant_id: number): Promise<void> {
  const account = await findAccount(ctx.db, merchant_id);
  const vat = account && (await vatToCome(ctx, account));
  if (!vat?.contradicting_card) return;
  const facts = { merchant_id, country: account?.country, card_country: vat.contradicting_card };
  ctx.afterCommit(() =>
    ctx.deps.log.warn(
      facts,
      'billing country and card disagree: VAT stays at the higher rate; run operator vat-doubts',
    ),
  );
}

/** A deleted account has no next cycle. */
async function vatToCome(ctx: Context, account: Account): Promise<Vat | undefined> {
  const { cycle_end: end } = account;
  return end === null ? undefined : vatOfCycle(ctx, { account, cycle: nextCycle({ end }) });
}

type PostalAddress = Record<
  'address_line_1' | 'address_line_2' | 'address_postal_code' | 'address_city' | 'address_state',
  string | null
>;

export const keepAddressProof = (
  ctx: TransactionContext,
  { merchant_id, country, address }: { merchant_id: number; country: string; address: PostalAddress },
): Promise<void> =>
  keepProof(ctx, { merchant_id, kind: 'ADDRESS', country, value: textOf(address), source: 'CUSTOMER' });

export async function keepCardProof(
  ctx: TransactionContext,
  { merchant_id, type, card_country, fingerprint, reference }: PaymentMethod,
): Promise<void> {
  if (type !== 'CARD' || card_country === null) return;
  const value = fingerprint ?? reference ?? '';
  await keepProof(ctx, { merchant_id, kind: 'CARD', country: card_country, value, source: 'CARD_PROVIDER' });
}

const textOf = (address: PostalAddress): string =>
  [
    address.address_line_1,
    address.address_line_2,
    [address.address_postal_code, address.address_city].filter(Boolean).join(' '),
    address.address_state,
  ]
    .filter(Boolean)
    .join(', ');

/** For the operator: the accounts whose billing country and card disagree, and the VAT that they pay. */
export async function describeVatDoubts(ctx: Context): Promise<string[]> {
  const lines: string[] = [];
  for (const merchant_id of await listForeignCards(ctx.db)) {
    const account = await findAccount(ctx.db, merchant_id);
    const vat = account && (await vatToCome(ctx, account));
    if (!vat?.contradicting_card) continue;
    lines.push(
      [
        merchant_id,
        `address ${account?.country}`,
        `card ${vat.contradicting_card}`,
        `charged VAT of ${vat.vat_country} (${formatRate(vat.vat_rate)})`,
        account?.company ?? '-',
      ].join('  '),
    );
  }
  return lines;
}
