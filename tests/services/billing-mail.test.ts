// PostgreSQL in CI only: it plays months of many accounts, each in a database of its own.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { drawDocument } from '../../server/billing/document/bill-drawing.ts';
import { changeCancellation, changePlan } from '../../server/billing/operator/account-terms.service.ts';
import { markBillPaid } from '../../server/billing/operator/invoice-customer.service.ts';
import { changePrimary } from '../../server/billing/payment/payment-method.service.ts';
import { parseMoney } from '../../server/billing/terms/money.ts';
import { PLANS } from '../../server/billing/terms/plans.ts';
import { addDays, timestamp } from '../../server/core/clock.ts';
import type { Principal } from '../../server/core/context.ts';
import { randomId } from '../../server/database/random-id.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import type { UserRole } from '../../server/generated/operations.gen.ts';
import { openMail } from '../../server/mail/mail.service.ts';
import { deleteMerchant } from '../../server/merchants/merchant.service.ts';
import { emailKey } from '../../server/users/email-address.ts';
import { listAllUsers } from '../../server/users/user.service.ts';
import { changeRole } from '../../server/users/user-role.service.ts';
import { trials } from '../support/runs/trials.ts';
import { createBillingWorkers, createServiceWorld, type ServiceWorld } from '../support/server/service-world.ts';

let world: ServiceWorld;
beforeEach(async () => {
  world = await createServiceWorld();
});
afterEach(() => world.close());

type Account = Principal & { email: string };

async function join({ merchant_id }: Account, role: UserRole, locale: 'en' | 'es' = 'en', address?: string) {
  const id = randomId();
  const email = address ?? `${id}@example.com`;
  const key = emailKey(email);
  const created = timestamp(world.deps.clock.now());
  await world.ctx.db
    .insertInto('users')
    .values({
      ...{ id, merchant_id, type: 'NATURAL', role, email, email_key: key, email_verified: 1, alias: email },
      ...{ locale, created },
    })
    .execute();
  return { id, email };
}

const sent = async (to: string) =>
  world.ctx.db.selectFrom('mails').selectAll().where('recipient', '=', to).orderBy('created').orderBy('id').execute();

const latest = async (to: string, template: string) =>
  (await sent(to)).filter((mail) => mail.template === template).at(-1)!;

const attachedTo = ({ id, sealed }: { id: number; sealed: Buffer | null }) =>
  sealed === null ? undefined : openMail(world.ctx, { id, sealed }).attached;

async function presenting(bill_id: number) {
  const mails = await world.ctx.db.selectFrom('mails').selectAll().where('template', '=', 'bill').execute();
  return mails.filter((mail) => mail.text.includes(`/bill/${bill_id}`) || attachedTo(mail)?.id === bill_id);
}

async function closeCycle(account: Account): Promise<void> {
  const { cycle_end } = await world.get(account);
  world.at(`${cycle_end}T12:00:00.000Z`);
  await world.worker.run();
}

async function invoiceCustomer() {
  const customer = await world.customer();
  await world.set(customer, { ...PLANS.standard, purchase_order: 'PO 4711' });
  await world.ctx.db
    .updateTable('payment_methods')
    .set({ type: 'INVOICE', alias: null, expires: null })
    .where('merchant_id', '=', customer.merchant_id)
    .execute();
  await closeCycle(customer);
  const [bill] = await world.bills(customer);
  const due = timestamp(addDays(world.deps.clock.now(), 30)).slice(0, 10);
  await world.ctx.db.updateTable('bills').set({ due }).where('id', '=', bill!.id).execute();
  return { customer, bill_id: bill!.id, due };
}

const templates = (mails: { template: string }[]) => mails.map(({ template }) => template).toSorted();

describe('a bill', () => {
  const role = fc.constantFrom<UserRole>('owner', 'developer', 'support', 'billing');
  const locale = fc.constantFrom<'en' | 'es'>('en', 'es');

  test('is sent to exactly the owners, billing users and billing addresses, whatever roles changed before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ role, locale }), { maxLength: 5 }),
        fc.array(fc.record({ user: fc.nat(5), role }), { maxLength: 10 }),
        fc.array(fc.oneof(fc.nat(5), fc.constant('Accounts@Example.com'), fc.constant('accounts@example.COM')), {
          maxLength: 5,
        }),
        async (people, changes, addresses) => {
          const customer = await world.customer();
          const users = [{ id: customer.user_id, email: customer.email }];
          for (const person of people) users.push(await join(customer, person.role, person.locale));
          for (const { user, role } of changes) {
            const { id } = users[user % users.length]!;
            // Fails for the last owner, whose role cannot be changed.
            await world.act(customer, (ctx) => changeRole(ctx, { id, role })).catch(({ code }) => code);
          }
          const billing_emails = addresses.map((address) =>
            typeof address === 'string' ? address : users[address % users.length]!.email.toUpperCase(),
          );
          await world.set(customer, { ...PLANS.standard, billing_emails: JSON.stringify(billing_emails) });

          await closeCycle(customer);

          const now = await listAllUsers(world.by(customer));
          const payers = now.filter(({ role }) => role === 'owner' || role === 'billing');
          const written = new Set(payers.map(({ email_key }) => email_key!));
          const others = new Set(billing_emails.map(emailKey).filter((key) => !written.has(key)));
          const [bill] = await world.bills(customer);
          const bills = await presenting(bill!.id);
          expect(bills.map(({ recipient }) => emailKey(recipient)).toSorted()).toEqual(
            [...payers.map(({ email_key }) => email_key!), ...others].toSorted(),
          );
          for (const mail of bills) {
            const user = payers.find(({ email }) => email === mail.recipient);
            const language = user?.locale ?? now.find(({ role }) => role === 'owner')!.locale;
            expect(mail.html).toContain(`<html lang="${language}">`);
            const page = `${world.deps.config.public_url}${language === 'es' ? '/es' : ''}/bill/${bill!.id}`;
            if (user) expect(mail).toMatchObject({ text: expect.stringContaining(page), sealed: null });
            else expect(mail.text).not.toContain('http');
            expect(attachedTo(mail)?.id).toBe(user ? undefined : bill!.id);
          }
        },
      ),
      trials(12),
    );
  });

  test('of which nothing is due is sent too', async () => {
    const customer = await world.customer();
    await world.approve(customer, 3);
    await closeCycle(customer);
    expect(await world.bills(customer)).toMatchObject([{ state: 'WAIVED', total: 0 }]);
    expect((await latest(customer.email, 'bill')).text).toContain('nothing is due');
  });

  test('of a deleted account is attached for everyone, and the account is then told only about its payment', async () => {
    const customer = await world.customer();
    const payer = await join(customer, 'billing', 'es');
    const developer = await join(customer, 'developer');
    await world.set(customer, { ...PLANS.standard, billing_emails: '["ap@nordlicht.example"]' });
    await world.act(customer, deleteMerchant);
    const [bill] = await world.bills(customer);
    for (const to of [customer.email, payer.email, 'ap@nordlicht.example']) {
      const mail = await latest(to, 'bill');
      expect(mail.text).not.toContain('http');
      const attached = attachedTo(mail);
      expect(attached).toEqual({ document: 'bill', id: bill!.id, locale: to === payer.email ? 'es' : 'en' });
      const { pdf, file_name } = await drawDocument(world.ctx)(attached!);
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      expect(file_name).toMatch(/^sigill-.*\.pdf$/);
    }
    expect(await sent(developer.email)).toEqual([]);
    await world.worker.run();
    expect(templates(await sent('ap@nordlicht.example'))).toEqual(['bill', 'receipt']);
    expect(templates(await sent(customer.email))).toEqual(['bill']);
    expect(await world.get(customer)).toMatchObject({ billing_emails: null });
  });
});

describe('a payment', () => {
  test('that succeeds has a receipt with amount, card and date', async () => {
    const customer = await world.customer();
    await world.set(customer, PLANS.standard);
    await closeCycle(customer);
    const { text } = await latest(customer.email, 'receipt');
    expect(text).toContain('USD\u00a0123.75');
    expect(text).toContain('Card ending in 4242');
    const date = world.deps.clock.now().toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
    expect(text).toContain(`Date: ${date}`);
    await world.worker.run();
    expect(templates(await sent(customer.email))).toEqual(['bill', 'receipt']);
  });

  test('that fails is explained, with the card’s last digits', async () => {
    const customer = await world.customer();
    await world.set(customer, PLANS.standard);
    world.provider.decline(customer.card);
    await closeCycle(customer);
    const { text } = await latest(customer.email, 'payment_failed');
    expect(text).toContain('card ending in 4242. The card does not have enough funds.');
    for (const days of [1, 2, 4]) {
      world.days(days);
      await world.worker.run();
    }
    const last = await latest(customer.email, 'billing_inactive');
    expect(last.text).toContain('card ending in 4242, and have stopped trying. The card does not have enough funds.');
  });

  test('by transfer has a receipt that names no card', async () => {
    const { customer, bill_id } = await invoiceCustomer();
    const paid = await markBillPaid(world.ctx, { bill_id, reference: '2026-77' });
    await inTransaction(world.ctx, (ctx) => paid.run(ctx));
    expect((await latest(customer.email, 'receipt')).text).toContain('Payment method: Bank transfer');
  });
});

test.each([
  ['99.00', 'and a service fee of USD\u00a099.00 per billing cycle.'],
  ['0.00', ', without a service fee.'],
])('new prices with a fee of %s are announced to users and billing addresses', async (fee, said) => {
  const customer = await world.customer();
  await world.set(customer, { billing_emails: '["ap@nordlicht.example"]' });
  const terms = { unit_price: parseMoney('0.05'), monthly_commitment: parseMoney(fee) };
  const { run } = await changePlan(world.ctx, { merchant_id: customer.merchant_id, terms });
  await inTransaction(world.ctx, run);
  for (const to of [customer.email, 'ap@nordlicht.example'])
    expect((await latest(to, 'new_terms')).text).toContain(said);
});

test('a cancellation by an operator is announced, and so is that it was undone', async () => {
  const customer = await world.customer();
  const { merchant_id } = customer;
  for (const cancels of [true, false]) {
    const { run } = await changeCancellation(world.ctx, { merchant_id, cancels });
    await inTransaction(world.ctx, (ctx) => run(ctx));
  }
  expect(templates(await sent(customer.email))).toEqual(['billing_cancels', 'billing_kept']);
});

test('an email of an operator command without SMTP_URL is sealed and waits for the service', async () => {
  const production = await createServiceWorld({ mode: 'production' });
  const { merchant_id, email } = await production.customer();
  const { run } = await changeCancellation(production.ctx, { merchant_id, cancels: true });
  await inTransaction(production.ctx, (ctx) => run(ctx));
  const mails = await production.ctx.db.selectFrom('mails').selectAll().where('recipient', '=', email).execute();
  expect(mails).toMatchObject([{ state: 'PENDING', subject: '', text: '', html: '', sealed: expect.anything() }]);
  await production.close();
});

describe('a card that expires', () => {
  const expireIn = ({ merchant_id }: Account, expires: string) =>
    world.ctx.db.updateTable('payment_methods').set({ expires }).where('merchant_id', '=', merchant_id).execute();

  const told = async ({ email }: Account) =>
    (await sent(email)).filter(({ template }) => template === 'card_ends').map(({ created }) => created.slice(0, 10));

  async function liveUntil(day: string): Promise<void> {
    while (world.day() < day) {
      world.days(1);
      await Promise.all([createBillingWorkers(world.ctx).run(), createBillingWorkers(world.ctx).run()]);
    }
  }

  test.each([
    ['2028-02', ['2028-01-30', '2028-02-22']],
    ['2028-05', ['2028-05-01', '2028-05-24']],
  ])('in %s is announced 30 and 7 days before, once each', async (expires, days) => {
    const [customer, cancelled, other] = [await world.customer(), await world.customer(), await world.customer()];
    for (const one of [customer, cancelled]) await expireIn(one, expires);
    await world.ctx.db
      .updateTable('merchants')
      .set({ billing_state: 'INACTIVE' })
      .where('id', '=', cancelled.merchant_id)
      .execute();
    world.at(`${days[0]!.slice(0, 7)}-01T00:00:00.000Z`);
    world.days(-3);
    await liveUntil(`${expires}-28`);
    expect(await told(customer)).toEqual(days);
    expect(await told(cancelled)).toEqual([]);
    expect(await told(other)).toEqual([]);
    expect((await latest(customer.email, 'card_ends')).text).toContain('ending in 4242');
  });

  test('is announced once after an outage, and again when its bank has extended it', async () => {
    const customer = await world.customer();
    await expireIn(customer, '2029-06');
    world.at('2029-06-26T08:00:00.000Z');
    await liveUntil('2029-06-29');
    expect(await told(customer)).toEqual(['2029-06-27']);
    await expireIn(customer, '2029-09');
    await liveUntil('2029-09-02');
    expect(await told(customer)).toEqual(['2029-06-27', '2029-08-31']);
  });

  test('wakes the worker on the day of its notice', async () => {
    const own = await createServiceWorld();
    const customer = await own.customer();
    await own.ctx.db.updateTable('payment_methods').set({ expires: '2026-03' }).execute();
    await own.set(customer, { cycle_end: '2026-09-01' });
    await own.worker.run();
    const day = (rest: number) => new Date(own.deps.clock.now().getTime() + rest).toISOString();
    expect(day(await own.worker.run())).toBe('2026-03-24T00:00:00.000Z');
    await own.close();
  });
});

describe('an invoice that is not paid', () => {
  const reminders = async ({ email }: Account) =>
    (await sent(email))
      .filter(({ template }) => template !== 'bill')
      .map(({ template, created }) => [template, created.slice(0, 10)]);

  const daysAfter = (day: string, days: number) => timestamp(addDays(new Date(day), days)).slice(0, 10);

  async function live(days: number): Promise<void> {
    for (let day = 0; day < days; day++) {
      world.days(1);
      await Promise.all([createBillingWorkers(world.ctx).run(), createBillingWorkers(world.ctx).run()]);
    }
  }

  const pay = async (bill_id: number) => {
    const { run } = await markBillPaid(world.ctx, { bill_id, reference: undefined });
    await inTransaction(world.ctx, (ctx) => run(ctx));
  };

  test('causes reminders on days 7 and 14 after it was due; from day 21 billing is inactive until it is paid', async () => {
    const { customer, bill_id, due } = await invoiceCustomer();
    // No later bill becomes overdue within this time.
    await live(30 + 20);
    expect(await reminders(customer)).toEqual([
      ['payment_reminder', daysAfter(due, 7)],
      ['payment_reminder', daysAfter(due, 14)],
    ]);
    expect((await latest(customer.email, 'payment_reminder')).text).toContain('PO 4711');
    expect(await world.get(customer)).toMatchObject({ billing_state: 'ACTIVE' });
    await live(5);
    expect((await reminders(customer)).slice(2)).toEqual([['billing_inactive', daysAfter(due, 21)]]);
    expect((await latest(customer.email, 'billing_inactive')).text).toContain(
      'as soon as your bank transfer has arrived',
    );
    expect(await world.get(customer)).toMatchObject({ billing_state: 'INACTIVE', inactive_reason: 'UNPAID' });
    const actions = () =>
      world.ctx.db
        .selectFrom('audit_entries')
        .select('action')
        .where('merchant_id', '=', customer.merchant_id)
        .execute();
    expect((await actions()).map(({ action }) => action)).toContain('billing.deactivate');
    await pay(bill_id);
    expect(await world.get(customer)).toMatchObject({ billing_state: 'ACTIVE', inactive_reason: null });
    expect((await actions()).map(({ action }) => action)).toContain('billing.activate');
  });

  test('causes no reminder once it is paid', async () => {
    const { customer, bill_id } = await invoiceCustomer();
    await live(30 + 8);
    await pay(bill_id);
    await live(14);
    expect(templates(await sent(customer.email)).filter((name) => name !== 'bill')).toEqual([
      'payment_reminder',
      'receipt',
    ]);
  });

  test('has a week between reminders after an outage too, and the last one says by when to pay', async () => {
    const { customer } = await invoiceCustomer();
    world.days(30 + 60);
    const start = world.day();
    await live(16);
    expect(await reminders(customer)).toEqual([
      ['payment_reminder', daysAfter(start, 1)],
      ['payment_reminder', daysAfter(start, 8)],
      ['billing_inactive', daysAfter(start, 15)],
    ]);
    const written = new Date(daysAfter(start, 15)).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
    for (const { template, text } of await sent(customer.email))
      if (template === 'payment_reminder') expect(text).toContain(`arrived by ${written}`);
  });

  test('keeps billing inactive until it is paid, whatever later bill is paid', async () => {
    const { customer, bill_id } = await invoiceCustomer();
    await live(30 + 22);
    const later = (await world.bills(customer)).find(({ id, state }) => id !== bill_id && state === 'OPEN')!;
    await pay(later.id);
    expect(await world.get(customer)).toMatchObject({ billing_state: 'INACTIVE', inactive_reason: 'UNPAID' });
    await pay(bill_id);
    expect(await world.get(customer)).toMatchObject({ billing_state: 'ACTIVE' });
  });

  test('causes no reminder while a card is charged for it', async () => {
    const { customer } = await invoiceCustomer();
    const card = await world.card(customer);
    const { id } = await world.ctx.db
      .selectFrom('payment_methods')
      .select('id')
      .where('reference', '=', card)
      .executeTakeFirstOrThrow();
    await world.act(customer, (ctx) => changePrimary(ctx, { id }));
    await live(30 + 8);
    expect((await reminders(customer)).map(([template]) => template)).not.toContain('payment_reminder');
  });
});
