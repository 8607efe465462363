/** What an operator changes in billing. Each command first says what it would do, and does it in a second step. */
import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/audit.service.ts';
import { timestamp } from '../core/clock.ts';
import type { Deps } from '../core/deps.ts';
import type { Database } from '../database/database.ts';
import type { AuditAction } from '../generated/operations.gen.ts';
import { findBillById, listBills } from './bill.repository.ts';
import { closeCycle } from './bill.service.ts';
import { type Account, findAccount, listAccounts, updateAccount } from './billing.repository.ts';
import { stateOf, termsOf } from './billing.service.ts';
import { settleBill } from './collection.service.ts';
import { isCountry } from './country-codes.ts';
import { dayOf, lastDay } from './cycle.ts';
import { formatMoney } from './money.ts';
import { findPrimary, listMethods } from './payment-method.repository.ts';
import { addMethod, type NewMethod, usePrimary } from './payment-method.service.ts';
import type { Terms } from './plans.ts';

type Trx = Transaction<Database>;

/** What a command would do, in sentences, and how to do it. */
export interface PlannedChange {
  summary: string[];
  run(trx: Trx): Promise<void>;
}

/** A command that cannot be done, with the reason. */
export class CommandRefused extends Error {}

export async function describeAccounts(deps: Deps): Promise<string[]> {
  const now = deps.clock.now();
  return (await listAccounts(deps.db)).map((account) => {
    const { unit_price, monthly_commitment } = account;
    return [
      account.merchant_id,
      account.created.slice(0, 10),
      account.deleted === null ? stateOf(account, now) : 'DELETED',
      account.inactive_reason ?? '-',
      `${formatMoney(unit_price)}+${formatMoney(monthly_commitment)}`,
      `credit ${formatMoney(account.credit)}`,
      account.cycle_end === null ? 'ended' : `closes ${account.cycle_end}`,
      account.country ?? '-',
      account.company ?? '-',
    ].join('  ');
  });
}

export async function describeBills(deps: Deps, merchantId: number): Promise<string[]> {
  await accountOf(deps, merchantId);
  return (await listBills(deps.db, merchantId)).map(
    ({ id, cycle_start, cycle_end, total, state, declines, failure_code }) =>
      [
        id,
        `${cycle_start}..${cycle_end}`,
        `USD ${formatMoney(total)}`,
        state,
        `declined ${declines}×${failure_code === null ? '' : ` (${failure_code})`}`,
      ].join('  '),
  );
}

/** Gives the account other terms, from the next cycle on. */
export async function changePlan(deps: Deps, merchantId: number, terms: Terms): Promise<PlannedChange> {
  const account = await livingAccount(deps, merchantId);
  const from = account.cycle_end;
  const present = termsOf(account, account.cycle_start);
  return {
    summary: [
      `Account ${nameOf(account)} pays ${describe(present)} until ${lastDay({ end: from })}.`,
      `From ${from} on it pays ${describe(terms)}.`,
    ],
    async run(trx) {
      const { unit_price: next_unit_price, monthly_commitment: next_monthly_commitment } = terms;
      await updateAccount(trx, merchantId, { next_unit_price, next_monthly_commitment, next_from: from });
      await audit(trx, deps, merchantId, 'billing.change_plan');
    },
  };
}

/** Lets billing end with the open cycle, or takes that back. */
export async function changeCancellation(deps: Deps, merchantId: number, cancels: boolean): Promise<PlannedChange> {
  const account = await livingAccount(deps, merchantId);
  if (cancels && stateOf(account, deps.clock.now()) === 'INACTIVE')
    throw new CommandRefused('Billing is inactive already.');
  if (account.cancels === (cancels ? 1 : 0))
    throw new CommandRefused(cancels ? 'It is cancelled already.' : 'It is not cancelled.');
  return {
    summary: [
      cancels
        ? `Billing of account ${nameOf(account)} ends on ${account.cycle_end}: the last bill is made then, and new sessions are refused.`
        : `The cancellation of account ${nameOf(account)} is taken back.`,
    ],
    async run(trx) {
      await updateAccount(trx, merchantId, { cancels: cancels ? 1 : 0 });
      await audit(trx, deps, merchantId, cancels ? 'billing.schedule_cancel' : 'billing.keep');
    },
  };
}

export type InvoiceAddress = Omit<NewMethod, 'type' | 'alias' | 'name' | 'expires'>;

/** Lets an account pay by invoice. */
export async function addInvoice(
  deps: Deps,
  merchantId: number,
  address: InvoiceAddress,
  primary: boolean,
): Promise<PlannedChange> {
  const account = await livingAccount(deps, merchantId);
  if (!isCountry(address.address_country)) throw new CommandRefused(`${address.address_country} is no country code.`);
  const present = await findPrimary(deps.db, merchantId);
  const becomesPrimary = primary || present?.state !== 'ACTIVE';
  return {
    summary: [
      `Account ${nameOf(account)} can pay by invoice to ${address.address_line_1}, ${address.address_postal_code} ${address.address_city}, ${address.address_country}.`,
      becomesPrimary
        ? 'Its bills are no longer charged to a card: mark them paid when the money is there.'
        : 'Its card stays primary and is charged as before.',
    ],
    async run(trx) {
      const method = { type: 'INVOICE' as const, alias: null, name: null, expires: null, ...address };
      const id = await addMethod(trx, deps, merchantId, method);
      if (primary && id !== undefined) await usePrimary(trx, deps, merchantId, id);
      await audit(trx, deps, merchantId, 'payment_method.create', id);
    },
  };
}

/** Records that a bill was paid another way than by card. */
export async function markBillPaid(deps: Deps, billId: number, reference: string | undefined): Promise<PlannedChange> {
  const bill = await findBillById(deps.db, billId);
  if (!bill) throw new CommandRefused(`There is no bill ${billId}.`);
  if (bill.state !== 'OPEN') throw new CommandRefused(`Bill ${billId} is ${bill.state}.`);
  if (bill.claimed_until !== null && bill.claimed_until > timestamp(deps.clock.now()))
    throw new CommandRefused(`Bill ${billId} is being charged to a card at this moment. Try again in a few minutes.`);
  const account = await accountOf(deps, bill.merchant_id);
  const methods = await listMethods(deps.db, bill.merchant_id);
  const method = methods.find(({ type }) => type === 'INVOICE') ?? methods[0];
  if (!method) throw new CommandRefused(`Account ${bill.merchant_id} has no payment method: add an invoice first.`);
  return {
    summary: [
      `Bill ${billId} of account ${nameOf(account)}, USD ${formatMoney(bill.total)}, is marked as paid by ${method.type.toLowerCase()}${reference ? `, reference ${reference}` : ''}.`,
      ...(account.inactive_reason === 'UNPAID' ? ['Billing becomes active again when no other bill is unpaid.'] : []),
    ],
    async run(trx) {
      const settled = await settleBill(trx, deps, bill, { method, reference: reference ?? null, actor: 'OPERATOR' });
      if (!settled) throw new CommandRefused(`Bill ${billId} was paid in the meantime.`);
    },
  };
}

/** Closes cycles that are over, as the server does by itself. */
export async function closeCycleByHand(deps: Deps, merchantId: number): Promise<PlannedChange> {
  const account = await livingAccount(deps, merchantId);
  if (account.cycle_end > dayOf(deps.clock.now()))
    throw new CommandRefused(
      `The cycle that began on ${account.cycle_start} is open until ${lastDay({ end: account.cycle_end })}.`,
    );
  return {
    summary: [
      `The cycle of account ${nameOf(account)} from ${account.cycle_start} to ${lastDay({ end: account.cycle_end })} is closed and billed.`,
    ],
    async run(trx) {
      if (!(await closeCycle(trx, deps, merchantId))) throw new CommandRefused('It was closed in the meantime.');
    },
  };
}

async function accountOf(deps: Deps, merchantId: number): Promise<Account> {
  const account = await findAccount(deps.db, merchantId);
  if (!account) throw new CommandRefused(`There is no account ${merchantId}.`);
  return account;
}

async function livingAccount(deps: Deps, merchantId: number): Promise<Account & { cycle_end: string }> {
  const account = await accountOf(deps, merchantId);
  const { cycle_end } = account;
  if (cycle_end === null) throw new CommandRefused(`Account ${merchantId} was deleted.`);
  return { ...account, cycle_end };
}

const nameOf = ({ merchant_id, company }: Account) =>
  company === null ? `${merchant_id}` : `${merchant_id} (${company})`;
const describe = ({ unit_price, monthly_commitment }: Terms) =>
  `USD ${formatMoney(unit_price)} per verified identity and USD ${formatMoney(monthly_commitment)} a month`;
const audit = (trx: Trx, deps: Deps, merchant_id: number, action: AuditAction, target?: number) =>
  recordAudit(trx, deps, { merchant_id, action, actor: 'OPERATOR', ...(target !== undefined && { target }) });
