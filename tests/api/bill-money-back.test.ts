/** Refunds and disputes as an operator and the customer see them, over HTTP, with local mode's card provider and its events. */
import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../server/billing/operator/reconcile.service.ts';
import { runOperator } from '../support/packages/script.ts';
import { CARDS, paidBill } from '../support/server/billing.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { type Account, createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

const operator = (...args: string[]) => runOperator(server, ...args);
const WHY = ['--reason', 'Charged twice'];

async function customer(card?: string): Promise<{ account: Account; bill_id: number; bill: string }> {
  const account = await world.freshAccount();
  const bill_id = await paidBill(world, account, card);
  return { account, bill_id, bill: String(bill_id) };
}

const billOf = ({ account, bill_id }: Awaited<ReturnType<typeof customer>>) =>
  world.succeed('bill.get', { id: bill_id }, { bearer: account.bearer });

describe('a refund by an operator', () => {
  test('is described first, and then seen by the customer on the bill, as PDF and by email', async () => {
    const paid = await customer();
    const { account, bill_id, bill } = paid;
    const asked = await operator('refund', bill, '--amount', '25.00', ...WHY);
    expect(asked).toMatchObject({ code: 1, err: expect.stringContaining('Add --yes') });
    const before = await billOf(paid);
    expect(asked.out).toContain(`A credit note for USD 25.00 is issued for bill ${before.number}`);
    expect(before.credit_notes).toBeUndefined();
    expect(await operator('refund', bill, '--amount', '25.00', ...WHY, '--yes')).toMatchObject({ code: 0 });
    server.deps.wake('collection');
    const { credit_notes = [] } = await billOf(paid);
    expect(credit_notes).toMatchObject([
      {
        number: expect.stringMatching(/^CN-\d{4}-\d{6}$/),
        effect: 'REFUND',
        reason: 'Charged twice',
        subtotal: '20.00',
        vat: '5.00',
        total: '25.00',
      },
    ]);
    const { transactions } = await world.succeed('transaction.list', { bill_id }, { bearer: account.bearer });
    expect(transactions.map(({ type, amount }) => `${type} ${amount}`)).toEqual(['REFUND 25.00', 'CHARGE 123.75']);
    const { id, number } = credit_notes[0]!;
    const asSpanish = { id: bill_id, credit_note_id: id, locale: 'es' } as const;
    const pdf = await world.succeed('bill.pdf', asSpanish, { bearer: account.bearer });
    expect(pdf.file_name).toBe(`sigill-${number.toLowerCase()}.pdf`);
    const { text } = await extractText(new Uint8Array(Buffer.from(pdf.pdf, 'base64')), { mergePages: true });
    expect(text).toContain(`Nota de crédito ${number}`);
    const none = await world.call('bill.pdf', { id: bill_id, credit_note_id: id + 1 }, { bearer: account.bearer });
    expect(none.status).toBe(404);
    await eventually(
      async () => (await server.mailbox(account.email)).some(({ subject }) => subject.includes(number)),
      'the email',
    );
    const { entries } = await world.succeed('audit.list', {}, { bearer: account.bearer });
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'bill.refund',
        actor: 'OPERATOR',
        target_id: bill_id,
        reason: 'Charged twice',
      }),
    );
    await eventually(async () => (await operator('bill', bill)).out.includes('SUCCEEDED, re_'), 'the refund');
  });

  test.each([
    [['refund', '1', ...WHY, '--yes'], 'Bill 1 not found.'],
    [['refund', 'INV-2020-000001', ...WHY, '--yes'], 'Bill INV-2020-000001 not found.'],
    [['refund', '1', '--yes'], 'Add --reason TEXT'],
    [['refund'], 'BILL must be the id or the number of a bill.'],
    [['credit', '1', ...WHY], ' is not an amount in USD, such as 49.00.'],
    [['bill'], 'Which one?'],
    [['revenue', '--from', '2026-02-30'], '--from must be a day, such as 2026-01-31.'],
    [['vat', '--from', '2026-03-01', '--to', '2026-02-01'], '--to must not be before --from.'],
    [['free-credit', '1', '10.00', ...WHY, '--yes'], 'Account 1 not found.'],
  ])('says what is wrong with %j', async (args, text) => {
    expect(await operator(...args)).toMatchObject({ code: 1, err: expect.stringContaining(text) });
  });
});

test('a dispute reaches the bill through the provider’s events, and its outcome is the customer’s to see', async () => {
  const disputed = await customer(CARDS.disputed);
  await eventually(async () => (await billOf(disputed)).dispute === 'OPEN', 'the dispute');
  expect((await operator('bill', disputed.bill)).out).toMatch(/dispute: du_\w+, .*, USD 123\.75, fraudulent, OPEN/);
  expect(await operator('refund', disputed.bill, ...WHY, '--yes')).toMatchObject({
    code: 1,
    err: expect.stringContaining('is disputed'),
  });
});

test('a refund that fails later is named by reconcile, until the operator has transferred the money', async () => {
  const paid = await customer(CARDS.refundFails);
  const { bill } = paid;
  expect(await operator('refund', bill, ...WHY, '--yes')).toMatchObject({ code: 0 });
  server.deps.wake('collection');
  await eventually(async () => (await operator('bill', bill)).out.includes('FAILED, re_'), 'the failure');
  const [note] = (await billOf(paid)).credit_notes!;
  const lost = `Credit note ${note!.number} of bill ${(await billOf(paid)).number}: it is USD 123.75, but nothing was refunded`;
  expect((await reconcile(server.ctx, {})).differences).toEqual([lost]);
  const again = await operator('refund', bill, ...WHY);
  expect(again.out).toContain(`The refund of USD 123.75 for credit note ${note!.number}`);
  expect(await operator('refund', bill, ...WHY, '--by-hand', '--yes')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Transfer USD 123.75 by hand.'),
  });
  expect((await reconcile(server.ctx, {})).differences).toEqual([]);
  expect((await billOf(paid)).credit_notes).toHaveLength(1);
});

test('the books agree with the card provider of local mode', async () => {
  const { differences, asked_provider, bills } = await reconcile(server.ctx, {});
  expect({ differences, asked_provider }).toEqual({ differences: [], asked_provider: true });
  expect(bills).toBeGreaterThan(0);
});

test('tables are printed as text and as CSV, and reconcile tells by its exit code', async () => {
  const { bill_id } = await customer();
  const revenue = await operator('revenue', '--from', '2020-01-01', '--csv');
  expect(revenue).toMatchObject({ code: 0, err: '' });
  expect(revenue.out.split('\r\n')[0]).toBe(
    'month,net,vat,credited_net,credited_vat,paid,refunded,disputes_lost,revenue',
  );
  expect((await operator('vat', '--from', '2020-01-01')).out).toMatch(/^SE {2}STANDARD {2}25% {2}\d/m);
  expect(await operator('overdue')).toMatchObject({ code: 0, out: 'None yet.\n' });
  expect(await operator('overdue', '--csv')).toMatchObject({ code: 0, out: '' });
  expect(await operator('reconcile')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+ bills checked: no difference\.\n$/),
    err: 'No card provider is configured here, so its payments were not compared.\n',
  });
  const { db } = server.ctx;
  const change = (by: number) =>
    db
      .updateTable('transactions')
      .set((eb) => ({ amount: eb('amount', '+', by) }))
      .where('bill_id', '=', bill_id)
      .execute();
  await change(10_000);
  const { code, out } = await operator('reconcile');
  expect([code, out]).toEqual([
    1,
    expect.stringMatching(
      /^Bill \S+: its payment is USD 123\.76, but USD 123\.75 was due\n\d+ bills checked: 1 difference\.\n$/,
    ),
  ]);
  await change(-10_000);
});
