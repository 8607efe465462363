/** Adds a card: the browser sends it to the provider, and the card that the provider confirms is stored here. */
import type { Caller, OutsideContext, TransactionContext } from '../../core/context.ts';
import { isCountry } from '../../core/country-codes.ts';
import { BadRequest, invariant, NotFound } from '../../core/errors.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { CardSetup } from '../../generated/operations.gen.ts';
import { type Card, ProviderRefused } from '../../payments/gateway.ts';
import { getAccount } from '../account/billing.service.ts';
import { mailAccount } from '../bill/billing-mail.ts';
import { findAccount, keepCustomer } from '../ledger/billing.repository.ts';
import { deactivateCards, findPrimary } from '../ledger/payment-method.repository.ts';
import { lastDay } from '../terms/cycle.ts';
import { addPaymentMethod, type NewPaymentMethod } from './payment-method.service.ts';

/** If the account's customer was deleted at the provider, a new one is created. */
export async function startSetup(ctx: OutsideContext & Caller): Promise<CardSetup> {
  const { payments } = ctx.deps;
  const { merchant_id } = ctx.principal;
  const account = await getAccount(ctx, merchant_id);
  const customer = account.customer ?? (await newCustomer(ctx, { merchant_id, replaces: null }));
  const setup =
    (await payments.startSetup({ merchant_id, customer })) ??
    (await payments.startSetup({ merchant_id, customer: await newCustomer(ctx, { merchant_id, replaces: customer }) }));
  if (!setup) throw new ProviderRefused('resource_missing');
  return {
    publishable_key: payments.publishable_key,
    setup_intent_id: setup.id,
    setup_intent_client_secret: setup.client_secret,
  };
}

/** @throws NotFound, also for another account's setup. */
export async function findConfirmedCard(
  ctx: OutsideContext & Caller,
  { setup_intent_id }: { setup_intent_id: string },
): Promise<Card> {
  const { payments } = ctx.deps;
  const { customer } = await getAccount(ctx, ctx.principal.merchant_id);
  const setup = customer === null ? undefined : await payments.findSetup(setup_intent_id);
  if (!setup || setup.customer !== customer) throw new NotFound(`No card setup found with id: ${setup_intent_id}`);
  if (setup.state === 'DECLINED') throw new BadRequest('The card was declined. Try another card', 'card_declined');
  const card = setup.card && setup.state === 'SUCCEEDED' ? await payments.findCard(setup.card) : undefined;
  if (!card) throw new BadRequest('The card is not confirmed yet. Confirm it first', 'card_declined');
  return card;
}

export async function storeCard(ctx: TransactionContext & Caller, card: Card): Promise<void> {
  await addPaymentMethod(ctx, toMethod(card));
}

function toMethod({ reference, alias, expires, address, ...card }: Card): NewPaymentMethod {
  const { line_1, postal_code, city, country } = address;
  if (!line_1 || !postal_code || !city || !country || !isCountry(country))
    throw new BadRequest('The card has an incomplete billing address. Enter street, postal code, city and country');
  return {
    type: 'CARD',
    reference,
    alias,
    expires,
    name: card.name?.slice(0, 200) ?? null,
    address_line_1: line_1.slice(0, 200),
    address_line_2: address.line_2?.slice(0, 200) ?? null,
    address_postal_code: postal_code.slice(0, 20),
    address_city: city.slice(0, 100),
    address_state: address.state?.slice(0, 100) ?? null,
    address_country: country,
    card_country: card.country ?? null,
    fingerprint: card.fingerprint ?? null,
  };
}

/**
 * Creates a customer, or replaces one that was deleted at the provider together with its cards.
 * @returns the customer, which another process may have created.
 */
export async function newCustomer(
  ctx: OutsideContext,
  { merchant_id, replaces }: { merchant_id: number; replaces: string | null },
): Promise<string> {
  const customer = await ctx.deps.payments.createCustomer({ merchant_id, replaces });
  return inTransaction(ctx, async (ctx) => {
    const { db } = ctx;
    const kept = await keepCustomer(db, merchant_id, { customer, replaces });
    if (kept && replaces !== null) await loseCards(ctx, merchant_id);
    const account = await findAccount(db, merchant_id);
    invariant(account?.customer, 'a customer was kept');
    return account.customer;
  });
}

/** The account is notified if its bills are charged to one of the lost cards. */
export async function loseCards(ctx: TransactionContext, merchant_id: number): Promise<void> {
  const { db, deps } = ctx;
  const primary = await findPrimary(db, merchant_id);
  if (!(await deactivateCards(db, merchant_id))) return;
  deps.log.warn({ merchant_id }, 'a customer was deleted at the card provider, with its cards');
  const { billing_state, cycle_end } = await getAccount(ctx, merchant_id);
  if (billing_state !== 'ACTIVE' || cycle_end === null || primary?.type !== 'CARD') return;
  const values = { until: lastDay({ end: cycle_end }) };
  await mailAccount(ctx, { merchant_id, template: 'cards_removed', values });
}
