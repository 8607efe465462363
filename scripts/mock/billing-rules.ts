/** Billing: company, country and VAT by the rules of the service; a bill is what the examples show. */

import { formatMoney } from '../../server/billing/terms/money.ts';
import { vatCategory, vatNumberFormatCheck, vatRate } from '../../server/billing/terms/vat.ts';
import { isCountry } from '../../server/core/country-codes.ts';
import { BadRequest } from '../../server/core/errors.ts';
import { randomId } from '../../server/database/random-id.ts';
import type { BillingAccount, CustomerBill, StoredPaymentMethod } from '../../server/generated/operations.gen.ts';
import type { CardAddress } from '../../server/payments/gateway.ts';
import { found, pageOf } from './by-name.ts';
import type { AccountCall, Rules } from './rules.ts';

export const billingRules: Rules = {
  'billing.self': ({ account }) => account.billing,

  async 'billing.preview'({ account, world }) {
    const { billing, usage, lists } = account;
    const { cycle_start, cycle_end, vat_number } = billing;
    const isUsed = usage.length > 0 || lists.sessions.some(({ state }) => state === 'APPROVED');
    const example = await world.examples.success('billing.preview', isUsed ? 'default' : 'nothing');
    const category = vatCategory(customerOf(billing), undefined);
    const { vat_category: _category, ...rest } = example;
    const vat = (Number(rest.subtotal) * Number(billing.vat_rate)).toFixed(2);
    return {
      ...rest,
      cycle_start,
      cycle_end,
      vat_rate: billing.vat_rate,
      vat,
      total: (Number(rest.subtotal) + Number(vat)).toFixed(2),
      ...(vat_number !== undefined && { vat_number }),
      ...(category && { vat_category: category }),
    };
  },

  async 'billing.update'({ account: { billing } }, { company, country }) {
    if (!isCountry(country))
      throw new BadRequest('country must be a code of ISO 3166-1 alpha-2', 'invalid_value', {
        details: [{ path: 'country', expected: 'a code of ISO 3166-1 alpha-2', received: 'string' }],
      });
    const { vat_number } = billing;
    const isKept = vat_number !== undefined && (await vatNumberFormatCheck.check(vat_number, country)) !== undefined;
    if (!isKept) for (const name of ['vat_number', 'vat_number_check'] as const) delete billing[name];
    if (company === undefined) delete billing.company;
    else billing.company = company;
    billing.country = country;
    return withVatRate(billing);
  },

  async 'billing.change_vat_number'({ account: { billing }, world }, { new_vat_number }) {
    const { country } = billing;
    const checked = country === undefined ? undefined : await vatNumberFormatCheck.check(new_vat_number, country);
    if (!checked) {
      const refusal = world.examples.refused('billing.change_vat_number', 'invalid_vat_number');
      if (country !== undefined) refusal.message = refusal.message.replace('SE', country);
      throw refusal;
    }
    return withVatRate(Object.assign(billing, checked));
  },

  'billing.change_spending_cap'({ account: { billing } }, { spending_cap }) {
    for (const name of ['spending_cap', 'reserved_cost'] as const) delete billing[name];
    return Object.assign(billing, spending_cap !== null && { spending_cap, reserved_cost: formatMoney(0) });
  },

  'billing.enable'({ account: { billing, lists }, user, world }) {
    if (!user.email_verified) throw world.examples.refused('billing.enable', 'unverified_payer');
    if (lists.payment_methods.length === 0) throw world.examples.refused('billing.enable', 'payment_method_missing');
    billing.state = 'ACTIVE';
    delete billing.trial_days_left;
    return billing;
  },

  async 'bill.pdf'(call, { id }) {
    found(call, 'bill.pdf', 'bills', id);
    return call.world.examples.success('bill.pdf');
  },

  'transaction.list'(call, { bill_id, ...page }) {
    ofBill(call, 'transaction.list', bill_id);
    return pageOf('transactions', call.account.lists.transactions as never[], page) as never;
  },

  'payment_method.list'(call, { bill_id, ...page }) {
    if (bill_id !== undefined) ofBill(call, 'payment_method.list', bill_id);
    return pageOf('payment_methods', call.account.lists.payment_methods as never[], page) as never;
  },

  'payment_method.change_primary'(call, { id }) {
    const chosen = found(call, 'payment_method.change_primary', 'payment_methods', id);
    for (const method of call.account.lists.payment_methods) method.primary = method === chosen;
    return chosen;
  },

  'payment_method.delete'(call, { id }) {
    const { account, world } = call;
    const gone = found(call, 'payment_method.delete', 'payment_methods', id);
    if (gone.primary) throw world.examples.refused('payment_method.delete', 'primary_payment_method');
    account.lists.payment_methods = account.lists.payment_methods.filter((method) => method !== gone);
    return {};
  },

  async 'stripe.start'({ account, world: { cards } }) {
    account.customer ??= await cards.createCustomer({ merchant_id: account.merchant.id, replaces: null });
    const setup = await cards.startSetup({ merchant_id: account.merchant.id, customer: account.customer });
    if (!setup) throw new Error('The card provider has lost its customer.');
    return {
      publishable_key: cards.publishable_key,
      setup_intent_id: setup.id,
      setup_intent_client_secret: setup.client_secret,
    };
  },

  async 'stripe.complete'({ account, world: { cards, examples } }, { setup_intent_id }) {
    const setup = await cards.findSetup(setup_intent_id);
    if (!setup || setup.customer !== account.customer)
      throw examples.refused('stripe.complete', 'card_setup_not_found', setup_intent_id);
    const card = setup.card && setup.state === 'SUCCEEDED' ? await cards.findCard(setup.card) : undefined;
    if (!card) throw examples.refused('stripe.complete', 'card_declined');
    const { payment_methods } = account.lists;
    if (payment_methods.some(({ reference }) => reference === card.reference)) return {};
    const { address, customer: _customer, ...shown } = card;
    payment_methods.push({
      id: randomId(),
      type: 'CARD',
      state: 'ACTIVE',
      primary: payment_methods.length === 0,
      ...shown,
      ...addressOf(address),
    });
    const { billing } = account;
    if (billing.country === undefined && address.country)
      withVatRate(Object.assign(billing, { country: address.country }));
    return {};
  },
};

/** @throws NotFound for a bill that the account has not */
function ofBill(
  { account, world }: AccountCall,
  id: 'transaction.list' | 'payment_method.list',
  bill_id: number,
): CustomerBill {
  const bill = account.lists.bills.find((known) => known.id === bill_id);
  if (!bill) throw world.examples.refused(id, 'bill_not_found', bill_id);
  return bill;
}

const customerOf = ({ country, vat_number }: BillingAccount) => ({
  country: country ?? null,
  vat_number: vat_number ?? null,
});

function withVatRate(billing: BillingAccount): BillingAccount {
  billing.vat_rate = formatMoney(vatRate(customerOf(billing), undefined));
  return billing;
}

type Address = Pick<StoredPaymentMethod, 'address_line_1' | 'address_postal_code' | 'address_city' | 'address_country'>;

/** @throws BadRequest for a card without an address */
function addressOf({ line_1, line_2, postal_code, city, state, country }: CardAddress): Address {
  if (!line_1 || !postal_code || !city || !country || !isCountry(country))
    throw new BadRequest('The card has no complete billing address. Enter street, postal code, city and country');
  return {
    address_line_1: line_1,
    ...(line_2 && { address_line_2: line_2 }),
    address_postal_code: postal_code,
    address_city: city,
    ...(state && { address_state: state }),
    address_country: country,
  };
}
