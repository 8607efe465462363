/** Cards and bills for the tests: what a browser does with the card provider, and a cycle that is over. */
import type { UpdateObject } from 'kysely';
import { recordApproved } from '../../../server/billing/account/billing-spending.service.ts';
import { startPeriod } from '../../../server/billing/ledger/active-period.repository.ts';
import { cycleOf } from '../../../server/billing/terms/cycle.ts';
import { PLANS } from '../../../server/billing/terms/plans.ts';
import { addDays, timestamp } from '../../../server/core/clock.ts';
import type { Database } from '../../../server/database/database.ts';
import { randomId } from '../../../server/database/random-id.ts';
import { inTransaction } from '../../../server/database/transaction.ts';
import type { CustomerBill } from '../../../server/generated/operations.gen.ts';
import type { PaymentGateway } from '../../../server/payments/gateway.ts';
import { eventually, type TestServer } from './test-server.ts';
import type { Account, World } from './world.ts';

/** Stripe's published test numbers; the stand-in of local mode accepts the same ones. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  /** Can be saved, but every charge is declined. */
  poor: '4000000000000341',
  /** Charges succeed, and are then disputed. */
  disputed: '4000000000000259',
  refundFails: '4000000000005126',
};

export const STORED_ADDRESS = {
  address_line_1: 'Storgatan 1',
  address_line_2: null,
  address_postal_code: '111 22',
  address_city: 'Stockholm',
  address_state: null,
  address_country: 'SE',
};

/** What enabling billing requires. The country comes from the card. */
export const BILLING_DETAILS = {
  company: 'Example AB',
  address_line_1: 'Storgatan 1',
  address_postal_code: '111 22',
  address_city: 'Stockholm',
};

export const ADDRESS = { line1: 'Storgatan 1', postal_code: '111 22', city: 'Stockholm', country: 'SE' };

/** @returns the id of the setup. */
export async function cardSetup(
  { succeed, server }: Pick<World, 'succeed' | 'server'>,
  { bearer }: Pick<Account, 'bearer'>,
  number: string = CARDS.good,
  address: Record<string, string> = ADDRESS,
): Promise<string> {
  const setup = await succeed('stripe.start', {}, { bearer });
  const form = new URLSearchParams({
    key: setup.publishable_key,
    client_secret: setup.setup_intent_client_secret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2040',
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][name]': 'Alma Vinter',
  });
  for (const [name, value] of Object.entries(address))
    form.set(`payment_method_data[billing_details][address][${name}]`, value);
  await fetch(`${server.base}/_local/stripe/v1/setup_intents/${setup.setup_intent_id}/confirm`, {
    method: 'POST',
    body: form,
  });
  return setup.setup_intent_id;
}

export async function addCard(world: World, account: Account, number?: string): Promise<number> {
  const { succeed } = world;
  const { bearer } = account;
  const before = await succeed('payment_method.list', {}, { bearer });
  const setup_intent_id = await cardSetup(world, account, number);
  await succeed('stripe.complete', { setup_intent_id }, { bearer });
  const { payment_methods } = await succeed('payment_method.list', {}, { bearer });
  return payment_methods.find(({ id }) => before.payment_methods.every((known) => known.id !== id))!.id;
}

export async function verifyEmail(
  { succeed, code }: World,
  { bearer, email }: Pick<Account, 'bearer' | 'email'>,
): Promise<void> {
  if ((await succeed('user.self', {}, { bearer })).email_verified) return;
  await succeed('password.verify_email_send_code', {}, { bearer });
  await succeed('password.verify_email', { code: await code(email) }, { bearer });
}

/** Adds billing details, but keeps a company and country that the account already has. */
export async function addBillingDetails(
  { succeed }: Pick<World, 'succeed'>,
  { bearer }: Pick<Account, 'bearer'>,
): Promise<void> {
  const { company = BILLING_DETAILS.company, country = 'SE' } = await succeed('billing.self', {}, { bearer });
  await succeed('billing.update', { ...BILLING_DETAILS, company, country }, { bearer });
}

export async function enabled(world: World, account: Account, number?: string): Promise<void> {
  await verifyEmail(world, account);
  await addCard(world, account, number);
  await addBillingDetails(world, account);
  await world.succeed('billing.enable', {}, { bearer: account.bearer });
}

/** Changes an account's billing directly in the database, as if after months of use or by an operator. */
export async function setBilling(
  { ctx }: Pick<TestServer, 'ctx'>,
  merchant_id: number,
  values: UpdateObject<Database, 'billing_accounts'>,
): Promise<void> {
  await ctx.db.updateTable('billing_accounts').set(values).where('merchant_id', '=', merchant_id).execute();
}

/** Records that billing has been active since a day or, without a day, that it never was. */
export async function activeSince(
  { ctx }: Pick<TestServer, 'ctx'>,
  merchant_id: number,
  day: string | undefined,
): Promise<void> {
  await ctx.db.deleteFrom('active_periods').where('merchant_id', '=', merchant_id).execute();
  if (day !== undefined) await startPeriod(ctx.db, merchant_id, day);
}

export async function approve({ ctx }: Pick<TestServer, 'ctx'>, merchant_id: number, count: number): Promise<void> {
  for (let left = count; left > 0; left--)
    await inTransaction(ctx, (ctx) => recordApproved(ctx, { merchant_id, session_id: randomId() }));
}

/** A paid bill. The account's cycle is moved back by a month, because moving the clock would affect all accounts. */
export async function paidBill(world: World, account: Account, number?: string): Promise<number> {
  await enabled(world, account, number);
  return billOnceClosed(world, account, ({ state }) => state === 'PAID');
}

/** A bill that could not be charged. Billing is inactive because of it, and the card may be tried again. */
export async function owedBill(world: World, account: Account): Promise<number> {
  await enabled(world, account, CARDS.poor);
  const id = await billOnceClosed(world, account, ({ payment_failure }) => payment_failure !== undefined);
  const { db } = world.server.ctx;
  const { id: merchant_id } = await world.succeed('billing.self', {}, { bearer: account.bearer });
  await db.updateTable('merchants').set({ billing_state: 'INACTIVE' }).where('id', '=', merchant_id).execute();
  await setBilling(world.server, merchant_id, { inactive_reason: 'UNPAID' });
  const created = timestamp(addDays(world.server.deps.clock.now(), -1));
  await db.updateTable('payment_attempts').set({ created }).where('bill_id', '=', id).execute();
  return id;
}

export async function withProvider<T>(
  { server: { deps } }: Pick<World, 'server'>,
  changes: Partial<PaymentGateway>,
  work: () => Promise<T>,
): Promise<T> {
  const { payments } = deps;
  const get = (target: PaymentGateway, name: keyof PaymentGateway) => changes[name] ?? Reflect.get(target, name);
  Object.assign(deps, { payments: new Proxy(payments, { get: get as never }) });
  try {
    return await work();
  } finally {
    Object.assign(deps, { payments });
  }
}

async function billOnceClosed(
  world: World,
  { bearer }: Account,
  isExpected: (bill: CustomerBill) => boolean,
): Promise<number> {
  const { clock, wake } = world.server.deps;
  const { start: cycle_end } = cycleOf(clock.now(), 1);
  const { start: cycle_start } = cycleOf(addDays(new Date(cycle_end), -1), 1);
  const { id: merchant_id } = await world.succeed('billing.self', {}, { bearer });
  await setBilling(world.server, merchant_id, { ...PLANS.standard, cycle_start, cycle_end, cycle_start_day: 1 });
  await activeSince(world.server, merchant_id, cycle_start);
  // The fee is owed for the days on which billing was active. Here, that is every day of the cycle.
  const periods = world.server.ctx.db.updateTable('active_periods').set({ started: cycle_start });
  await periods.where('merchant_id', '=', merchant_id).execute();
  wake('billing');
  return eventually(async () => {
    const { bills } = await world.succeed('bill.list', {}, { bearer });
    return bills.find(isExpected)?.id;
  }, 'the bill');
}

const billed = new WeakMap<World, Promise<{ caller: Account; bill_id: number }>>();

/** Creates an account with a paid bill once per world. */
export function billedAccount(world: World): Promise<{ caller: Account; bill_id: number }> {
  const known = billed.get(world);
  if (known) return known;
  const made = (async () => {
    const caller = await world.freshAccount();
    return { caller, bill_id: await paidBill(world, caller) };
  })();
  billed.set(world, made);
  return made;
}
