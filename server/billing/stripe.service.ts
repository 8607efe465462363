/** Adds a card. The browser sends it to the provider; what the provider confirms is stored here. */
import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/audit.service.ts';
import type { Deps } from '../core/deps.ts';
import { BadRequest, NotFound } from '../core/errors.ts';
import type { Database } from '../database/database.ts';
import type { CardSetup } from '../generated/operations.gen.ts';
import type { CallOrigin, Principal } from '../http/handlers.ts';
import { type Card, ProviderRefused } from '../payments/gateway.ts';
import { getAccount } from './billing.service.ts';
import { isCountry } from './country-codes.ts';
import { newCustomer } from './customer.service.ts';
import { addMethod, type NewMethod } from './payment-method.service.ts';

/** Asks the provider for a setup under the account's customer. If the provider has deleted that customer, it gets a new one. */
export async function startSetup(deps: Deps, merchant_id: number): Promise<CardSetup> {
  const { payments } = deps;
  const account = await getAccount(deps.db, merchant_id);
  const customer = account.customer ?? (await newCustomer(deps, merchant_id, null));
  const setup =
    (await payments.startSetup({ merchant_id, customer })) ??
    (await payments.startSetup({ merchant_id, customer: await newCustomer(deps, merchant_id, customer) }));
  if (!setup) throw new ProviderRefused('resource_missing');
  return {
    publishable_key: payments.publishable_key,
    setup_intent_id: setup.id,
    setup_intent_client_secret: setup.client_secret,
  };
}

/** The card of a setup that its holder confirmed. @throws NotFound also for the setup of another account. */
export async function findConfirmedCard(deps: Deps, merchantId: number, setupId: string): Promise<Card> {
  const { customer } = await getAccount(deps.db, merchantId);
  const setup = customer === null ? undefined : await deps.payments.findSetup(setupId);
  if (!setup || setup.customer !== customer) throw new NotFound(`No card setup found with id: ${setupId}`);
  if (setup.state === 'DECLINED') throw new BadRequest('The card was declined. Try another card', 'card_declined');
  const card = setup.card && setup.state === 'SUCCEEDED' ? await deps.payments.findCard(setup.card) : undefined;
  if (!card) throw new BadRequest('The card is not confirmed yet. Confirm it first', 'card_declined');
  return card;
}

export async function storeCard(
  trx: Transaction<Database>,
  deps: Deps,
  { merchant_id, user_id }: Principal,
  request: CallOrigin,
  card: Card,
): Promise<void> {
  const id = await addMethod(trx, deps, merchant_id, toMethod(card));
  if (id === undefined) return;
  await recordAudit(trx, deps, {
    merchant_id,
    user_id,
    request_id: request.id,
    action: 'payment_method.create',
    target: id,
  });
}

function toMethod({ reference, alias, expires, name, address }: Card): NewMethod {
  const { line_1, postal_code, city, country } = address;
  if (!line_1 || !postal_code || !city || !country || !isCountry(country)) {
    throw new BadRequest('The card has no complete billing address. Enter street, postal code, city and country');
  }
  return {
    type: 'CARD',
    reference,
    alias,
    expires,
    name: name?.slice(0, 200) ?? null,
    address_line_1: line_1.slice(0, 200),
    address_line_2: address.line_2?.slice(0, 200) ?? null,
    address_postal_code: postal_code.slice(0, 20),
    address_city: city.slice(0, 100),
    address_state: address.state?.slice(0, 100) ?? null,
    address_country: country,
  };
}
