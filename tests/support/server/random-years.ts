/**
 * Three years of random accounts: customers, operators and cards do what they like, responses are lost, workers die between a charge
 * and its record or do not run for months, and events come twice, late and in any order.
 */
import { enableBilling } from '../../../server/billing/account/billing.service.ts';
import { createBillingWorker } from '../../../server/billing/account/billing.worker.ts';
import { cancelBilling, keepBilling } from '../../../server/billing/account/billing-cancel.service.ts';
import { changeVatNumber, checkVatNumber } from '../../../server/billing/account/billing-vat-number.service.ts';
import { listAllBills } from '../../../server/billing/ledger/bill.repository.ts';
import { listRefunds } from '../../../server/billing/ledger/money-back.repository.ts';
import { findPrimary } from '../../../server/billing/ledger/payment-method.repository.ts';
import { changePlan } from '../../../server/billing/operator/account-terms.service.ts';
import { planCredit, planRetry, planWriteOff } from '../../../server/billing/operator/correct-bill.service.ts';
import { addInvoice, markBillPaid } from '../../../server/billing/operator/invoice-customer.service.ts';
import { planRefund } from '../../../server/billing/operator/refund-bill.service.ts';
import { payBill, payOwed } from '../../../server/billing/payment/bill-pay.service.ts';
import { createCollectionWorker } from '../../../server/billing/payment/collection.worker.ts';
import { addPaymentMethod, changePrimary } from '../../../server/billing/payment/payment-method.service.ts';
import { receiveEvent } from '../../../server/billing/payment/provider-event.service.ts';
import { CENT } from '../../../server/billing/terms/money.ts';
import { actingAs, type Principal } from '../../../server/core/context.ts';
import { ServiceUnavailable } from '../../../server/core/errors.ts';
import { CommandRefused, type PlannedChange } from '../../../server/core/planned-change.ts';
import { randomId } from '../../../server/database/random-id.ts';
import { inTransaction } from '../../../server/database/transaction.ts';
import { deleteMerchant } from '../../../server/merchants/merchant.service.ts';
import type { PaymentGateway } from '../../../server/payments/gateway.ts';
import { STORED_ADDRESS } from './billing.ts';
import type { BillingEvent, Country, Story } from './billing-calculation.ts';
import { createServiceWorld, type ServiceWorld } from './service-world.ts';

const ACCOUNTS = 8;
const DAYS = 3 * 365;
export const DAY = 86_400;
/** After the three years: days on which nothing gets lost and all pending work is done. */
const REST_DAYS = 70;
export const FIRST_DAY = '2026-03-02';
const NUMBERS = { SE: 'SE556188840401', DE: 'DE136695976', FR: 'FR40303265045', US: '' };
const COUNTRIES = ['SE', 'DE', 'FR', 'US'] as const;

type Random = ReturnType<typeof randomOf>;

/** A Lehmer generator, so that the same seed gives the same years. */
function randomOf(seed: number) {
  let state = (seed % 2_147_483_646) + 1;
  const below = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  return {
    below,
    among: <T>(choices: readonly T[]): T => choices[below(choices.length)]!,
    chance: (percent: number) => below(100) < percent,
  };
}

/** The card provider on a bad line: a call may get lost before or after it acts, or never return because its process dies. */
function unreliable(gateway: PaymentGateway, random: Random) {
  const line = {
    faulty: true,
    /** Resolved when a process dies. Whatever it had begun remains unfinished. */
    died: Promise.withResolvers<void>(),
    isDead: false,
    charges: [] as { reference: string; card: string; attempt: string }[],
    revive() {
      line.isDead = false;
      line.died = Promise.withResolvers<void>();
    },
  };
  const never = () => {
    line.isDead = true;
    line.died.resolve();
    return new Promise<never>(() => {});
  };
  const through = async <T>(call: () => Promise<T>): Promise<T> => {
    if (line.isDead) return never();
    const fault = line.faulty ? random.below(40) : 99;
    if (fault === 0) return never();
    if (fault === 1) throw new ServiceUnavailable('lost', 'provider_unavailable');
    const result = await call();
    if (fault === 2) return never();
    if (fault === 3) throw new ServiceUnavailable('lost', 'provider_unavailable');
    return result;
  };
  const payments: PaymentGateway = {
    ...gateway,
    preparePayment: (payment) => through(() => gateway.preparePayment(payment)),
    findPayment: (reference) => through(() => gateway.findPayment(reference)),
    cancelPayment: (reference) => through(() => gateway.cancelPayment(reference)),
    refund: (refund) => through(() => gateway.refund(refund)),
    deleteCustomer: (customer) => through(() => gateway.deleteCustomer(customer)),
    charge: (reference, how) =>
      through(() => {
        line.charges.push({ reference, card: how.card, attempt: how.attempt });
        return gateway.charge(reference, how);
      }),
  };
  return { line, payments };
}

export interface Lived {
  principal: Principal & { email: string };
  signed_up: number;
  story: Story;
  /** As last seen. */
  state: string;
  reason: string | null;
  primary: number | undefined;
  country: Country | null;
  cards: string[];
}

export async function liveYears(seed: number) {
  const random = randomOf(seed);
  const world = await createServiceWorld();
  const { ctx, deps, provider } = world;
  const { db } = ctx;
  const { line, payments } = unreliable(provider.gateway, random);
  Object.assign(deps, { payments });
  const accounts: Lived[] = [];
  const beginning = Date.parse(`${FIRST_DAY}T00:00:00.000Z`);
  /** Seconds since the beginning. */
  let now = 0;
  const today = (account: Lived) => Math.floor(now / DAY) - account.signed_up;
  const note = (account: Lived, event: BillingEvent) => account.story.push([today(account), event]);

  /** Changes that the service made and the calculation cannot predict, because they depend on cards and customers. */
  async function observe(): Promise<void> {
    const rows = await db
      .selectFrom('billing_accounts')
      .innerJoin('merchants', 'merchants.id', 'billing_accounts.merchant_id')
      .select(['billing_accounts.merchant_id', 'billing_state', 'inactive_reason'])
      .execute();
    for (const { merchant_id, billing_state, inactive_reason } of rows) {
      const account = accounts.find(({ principal }) => principal.merchant_id === merchant_id);
      if (!account) continue;
      const wasUnpaid = account.reason === 'UNPAID';
      if (!wasUnpaid && inactive_reason === 'UNPAID') note(account, { do: 'unpaid' });
      if (wasUnpaid && billing_state === 'ACTIVE') note(account, { do: 'pay' });
      Object.assign(account, { state: billing_state, reason: inactive_reason });
    }
  }

  /** Runs some work until it ends or its process dies. @returns whether it was done. */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    line.revive();
    const outcome = work().then(
      () => true,
      (error: unknown) => {
        const isRefusal = error instanceof CommandRefused || (error instanceof Error && 'status' in error);
        if (!isRefusal) throw error;
        return false;
      },
    );
    outcome.catch(() => {});
    const done = await Promise.race([outcome, line.died.promise.then(() => undefined)]);
    // Lets concurrent work of the dead process reach its next call, where it ends.
    if (done === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    line.revive();
    await observe();
    return done ?? false;
  }

  const carryOut = (plan: () => Promise<PlannedChange>) =>
    attempt(async () => {
      const { prepare, run } = await plan();
      await prepare?.(ctx);
      await inTransaction(ctx, run);
    });

  async function seePrimary(account: Lived): Promise<void> {
    const primary = await findPrimary(db, account.principal.merchant_id);
    if (!primary || primary.id === account.primary) return;
    account.primary = primary.id;
    if (account.country === null) tax(account, 'SE', false);
    note(account, { do: 'card', issued: primary.card_country as Country | null });
  }

  function tax(account: Lived, country: Country | null, has_number: boolean): void {
    account.country = country;
    note(account, { do: 'tax', country, has_number });
  }

  const act = (account: Lived, work: Parameters<ServiceWorld['act']>[1]) => world.act(account.principal, work);

  async function addCard(account: Lived): Promise<void> {
    const { merchant_id } = account.principal;
    const { customer } = await world.get(account.principal);
    const { reference, alias, expires } = provider.card(`pm_${randomId()}`, customer!);
    const card_country = random.chance(85) ? 'SE' : random.among(COUNTRIES);
    const method = { type: 'CARD' as const, reference, alias, expires, name: 'Alma Vinter', ...STORED_ADDRESS };
    let id: number | undefined;
    await inTransaction(actingAs(ctx, { merchant_id }), async (ctx) => {
      id = await addPaymentMethod(ctx, { ...method, card_country, fingerprint: null });
    });
    account.cards.push(reference);
    if (random.chance(60)) await act(account, (ctx) => changePrimary(ctx, { id: id! }));
    await seePrimary(account);
  }

  async function payOldest(account: Lived): Promise<void> {
    const open = await openBill(account);
    if (!open) return;
    let asked = false;
    await attempt(async () => {
      asked = (await payBill(world.by(account.principal), { id: open.id })).next_action !== undefined;
    });
    const { payment } = (await listAllBills(db, account.principal.merchant_id)).find(({ id }) => id === open.id)!;
    if (!asked || payment === null) return;
    provider.confirm(payment, random.chance(70));
    tell(
      provider.payments.get(payment)!.state === 'SUCCEEDED'
        ? 'payment_intent.succeeded'
        : 'payment_intent.payment_failed',
      payment,
    );
  }

  const openBill = async ({ principal }: Lived) =>
    (await listAllBills(db, principal.merchant_id)).findLast(({ state }) => state === 'OPEN');

  async function creditBill(account: Lived): Promise<void> {
    const bill = random.among(await listAllBills(db, account.principal.merchant_id));
    if (!bill) return;
    const due = bill.amount_due! / CENT;
    const amount =
      bill.state === 'OPEN' && random.chance(30) ? Math.max(1, due - random.below(40)) : 1 + random.below(3000);
    const plan = () => planCredit(ctx, { bill: String(bill.id), amount: amount * CENT, reason: 'Random' });
    if (!(await carryOut(plan))) return;
    const rest = due - amount;
    if (bill.state !== 'OPEN') note(account, { do: 'balance', amount: 0 - amount });
    else if (rest > 0 && rest < 50) note(account, { do: 'balance', amount: rest });
  }

  /** What can happen to an account, and how often relative to the rest. */
  const HAPPENINGS: [weight: number, (account: Lived) => Promise<unknown>][] = [
    [40, approve],
    [6, addCard],
    [14, enable],
    [
      3,
      async (account) => {
        if (await attempt(() => act(account, cancelBilling))) note(account, { do: 'cancel' });
      },
    ],
    [
      2,
      async (account) => {
        if (await attempt(() => act(account, keepBilling))) note(account, { do: 'keep' });
      },
    ],
    [8, payOldest],
    [
      5,
      async ({ cards }) =>
        cards.length > 0 && provider.decline(random.among(cards), 'insufficient_funds', random.chance(20)),
    ],
    [5, async ({ cards }) => cards.map(provider.accept)],
    [2, async ({ cards }) => cards.length > 0 && provider.guard(random.among(cards))],
    [
      5,
      async (account) => {
        const { merchant_id } = account.principal;
        const [price, fee] = [1 + random.below(40), random.among([0, random.below(20), random.below(9_999)])];
        const terms = { unit_price: price * CENT, monthly_commitment: fee * CENT };
        if (await carryOut(() => changePlan(ctx, { merchant_id, terms, is_agreed: true })))
          note(account, { do: 'plan', price, fee });
      },
    ],
    [
      3,
      async (account) => {
        const country = random.among(COUNTRIES);
        const had = (await world.get(account.principal)).vat_number;
        if (await attempt(() => world.move(account.principal, { company: 'Example AB', country })))
          tax(account, country, had !== null && had === NUMBERS[country]);
      },
    ],
    [
      3,
      async (account) => {
        const { country } = account;
        const new_vat_number = NUMBERS[country ?? 'US'];
        const set = async () => {
          const checked = await checkVatNumber(world.by(account.principal), { new_vat_number });
          await act(account, (ctx) => changeVatNumber(ctx, checked));
        };
        if (await attempt(set)) tax(account, country, true);
      },
    ],
    [5, creditBill],
    [
      3,
      async (account) => {
        const paid = (await listAllBills(db, account.principal.merchant_id)).filter(({ state }) => state === 'PAID');
        if (paid.length === 0) return;
        const [bill, amount] = [
          String(random.among(paid).id),
          random.chance(50) ? undefined : (1 + random.below(2_000)) * CENT,
        ];
        await carryOut(() => planRefund(ctx, { bill, amount, reason: 'Random' }));
      },
    ],
    [1, async (account) => correct(account, (bill) => planWriteOff(ctx, { bill, reason: 'Random' }))],
    [3, async (account) => correct(account, (bill) => planRetry(ctx, bill))],
    [4, async (account) => correct(account, (bill) => markBillPaid(ctx, { bill_id: Number(bill), reference: 'bank' }))],
    [
      1,
      async (account) => {
        const { merchant_id } = account.principal;
        const address = { ...STORED_ADDRESS, reference: 'PO 4711' };
        await carryOut(() => addInvoice(ctx, { merchant_id, address, primary: true }));
        await seePrimary(account);
      },
    ],
    [1, dispute],
    [2, sendBack],
    [
      1,
      async (account) => {
        if (random.chance(30) && (await attempt(() => act(account, deleteMerchant)))) note(account, { do: 'delete' });
      },
    ],
  ];

  async function enable(account: Lived): Promise<void> {
    const before = account.reason;
    const done = await attempt(async () => {
      await payOwed(world.by(account.principal));
      await act(account, enableBilling);
    });
    if (done && before !== 'UNPAID' && account.state === 'ACTIVE') note(account, { do: 'enable' });
  }

  async function approve(account: Lived): Promise<void> {
    const count = 1 + random.below(6);
    await world.approve(account.principal, count);
    note(account, { do: 'approve', count });
  }

  async function correct(account: Lived, plan: (bill: string) => Promise<PlannedChange>): Promise<void> {
    const open = await openBill(account);
    if (open) await carryOut(() => plan(String(open.id)));
  }

  async function dispute({ principal }: Lived): Promise<void> {
    const paid = (await listAllBills(db, principal.merchant_id)).find(
      ({ state, dispute, payment }) => state === 'PAID' && dispute === null && payment !== null,
    );
    if (!paid || provider.payments.get(paid.payment!)!.state !== 'SUCCEEDED') return;
    const id = `du_${provider.disputed.length}`;
    const state = random.among(['OPEN', 'WON', 'LOST'] as const);
    const { amount } = provider.payments.get(paid.payment!)!;
    // A payment whose refund failed is not disputed, because the refund could then not be made again.
    if (provider.returned.some(({ payment, state }) => payment === paid.payment && state === 'FAILED')) return;
    provider.disputed.push({ id, payment: paid.payment!, amount, reason: 'fraudulent', state });
    tell('charge.dispute.created', id);
    tell('charge.dispute.closed', id);
  }

  async function sendBack({ principal }: Lived): Promise<void> {
    const payments = new Set((await listAllBills(db, principal.merchant_id)).map(({ payment }) => payment));
    for (const { payment } of provider.disputed) payments.delete(payment!);
    const sent = provider.returned.filter(({ payment, state }) => state !== 'FAILED' && payments.has(payment!));
    if (sent.length === 0) return;
    const { reference } = random.among(sent);
    provider.failRefund(reference);
    tell('refund.updated', reference);
    tell('refund.failed', reference);
  }

  /** The operator sees in the log which refunds failed, and makes them again. */
  async function refundAgain(): Promise<void> {
    for (const { payment } of provider.returned.filter(({ state }) => state === 'FAILED')) {
      const { id } = await db
        .selectFrom('bills')
        .select('id')
        .where('payment', '=', payment!)
        .executeTakeFirstOrThrow();
      for (const note of await db.selectFrom('credit_notes').selectAll().where('bill_id', '=', id).execute()) {
        if (note.effect !== 'REFUND') continue;
        const refunds = (await listRefunds(db, id)).filter(({ credit_note_id }) => credit_note_id === note.id);
        if (refunds.every(({ state }) => state === 'FAILED'))
          await carryOut(() => planRefund(ctx, { bill: String(id), amount: note.total, reason: 'Random' }));
      }
    }
  }

  /** Events on their way. Each arrives at least once, some several times, and in any order. */
  const events: { at: number; id: string; type: string; object: string }[] = [];
  let told = 0;
  function tell(type: string, object: string): void {
    const id = `evt_${told++}`;
    for (let copies = random.among([1, 1, 2, 3]); copies > 0; copies--)
      events.push({ at: now + random.below(random.among([60, DAY, 20 * DAY])), id, type, object });
  }
  let [charged, returned] = [0, 0];
  function tellOfCharges(): void {
    for (; charged < line.charges.length; charged++) {
      const { reference } = line.charges[charged]!;
      if (random.chance(50)) tell('payment_intent.succeeded', reference);
      if (random.chance(50)) tell('payment_intent.payment_failed', reference);
    }
    for (; returned < provider.returned.length; returned++)
      tell('charge.refunded', provider.returned[returned]!.payment!);
  }

  const workers = [createBillingWorker(ctx), createCollectionWorker(ctx)].map((worker) => ({ worker, next: 0 }));
  const NAMES = ['billing', 'collection'];

  async function moveTo(second: number): Promise<void> {
    for (;;) {
      tellOfCharges();
      for (const [at, own] of workers.entries())
        if (world.woken.includes(NAMES[at]!)) own.next = Math.min(own.next, now + 1);
      world.woken.length = 0;
      events.sort((a, b) => a.at - b.at);
      const own = workers.reduce((first, other) => (other.next < first.next ? other : first));
      const event = events[0];
      const at = Math.min(own.next, event?.at ?? Number.POSITIVE_INFINITY);
      if (at > second) break;
      setClock(Math.max(now, at));
      if (event && event.at <= own.next) {
        events.shift();
        const { id, type, object } = event;
        const body = Buffer.from(JSON.stringify({ id, type, object }));
        // An event that could not be handled is sent again.
        if (!(await attempt(() => receiveEvent(ctx, { body, signature: 'good' }))))
          events.push({ ...event, at: now + 3600 });
      } else {
        let rest = 30_000;
        const { worker } = own;
        await attempt(async () => {
          rest = await worker.run();
        });
        own.next = now + Math.min(30 * DAY, Math.max(30, Math.ceil(rest / 1000)));
      }
    }
    setClock(Math.max(now, second));
  }

  function setClock(second: number): void {
    now = second;
    world.at(new Date(beginning + now * 1000).toISOString());
  }

  async function signUp(): Promise<Lived> {
    const principal = await world.account();
    await world.set(principal, { credit: 250 * CENT, unit_price: 10 * CENT, monthly_commitment: 990 * CENT });
    const account: Lived = {
      ...{ principal, signed_up: Math.floor(now / DAY), story: [], state: 'TRIAL', reason: null },
      ...{ primary: undefined, country: null, cards: [] },
    };
    accounts.push(account);
    return account;
  }

  const happenings = HAPPENINGS.flatMap(([weight, happen]) => Array.from({ length: weight }, () => happen));
  setClock(0);
  const plan: { at: number; happen: () => Promise<unknown> }[] = [];
  for (let count = 0; count < ACCOUNTS; count++) {
    const begins = random.below(90) * DAY;
    plan.push({
      at: begins,
      happen: async () => {
        const account = await signUp();
        const isDeleted = () => account.story.some(([, { do: what }]) => what === 'delete');
        if (random.chance(90)) await addCard(account);
        if (random.chance(80)) plan.push({ at: now + random.below(20 * DAY), happen: () => enable(account) });
        for (let count = random.below(120); count > 0; count--) {
          const at = now + random.below(DAYS * DAY - now);
          plan.push({ at, happen: async () => isDeleted() || random.among(happenings)(account) });
        }
      },
    });
  }
  // Now and then, one worker or both do not run for up to half a year.
  for (let count = random.below(4); count > 0; count--)
    plan.push({
      at: random.below(DAYS * DAY),
      happen: async () => {
        random.among(workers).next = now + random.below(180) * DAY;
      },
    });
  while (plan.length > 0) {
    plan.sort((a, b) => a.at - b.at);
    const { at, happen } = plan.shift()!;
    await moveTo(at);
    await happen();
  }
  line.faulty = false;
  for (const own of workers) own.next = Math.min(own.next, now);
  await moveTo(now + 21 * DAY);
  await refundAgain();
  const end = (DAYS + REST_DAYS) * DAY;
  await moveTo(end);
  return { world, accounts, line, end };
}

export type Lives = Awaited<ReturnType<typeof liveYears>>;
