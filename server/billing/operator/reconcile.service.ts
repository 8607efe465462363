import type { OutsideContext } from '../../core/context.ts';
import { NotSetUp } from '../../core/errors.ts';
import type { PaymentGateway } from '../../payments/gateway.ts';
import { billLines } from '../ledger/bill.repository.ts';
import { type Books, readBooks, readNumbers } from '../ledger/books.repository.ts';
import { type BillBooks, checkBill, type Findings } from './reconcile-bill.ts';
import { checkProvider, type ProviderBooks } from './reconcile-provider.ts';

export interface Reconciled {
  /** One sentence each. */
  differences: string[];
  bills: number;
  asked_provider: boolean;
}

/** @param from checks only bills from this day on; by default, all are checked. */
export async function reconcile(
  { db, deps }: OutsideContext,
  { from }: { from?: string | undefined },
): Promise<Reconciled> {
  // The provider is read before the books, so that the books contain everything that it lists.
  const provider = await readProvider(
    deps.payments,
    from === undefined ? undefined : new Date(`${from}T00:00:00.000Z`),
  );
  const [books, numbers] = [await readBooks(db), await readNumbers(db)];
  const { found, ...findings } = createFindings();
  const all = byBill(books);
  const checked = [...all.values()].filter(({ bill }) => from === undefined || bill.created >= from);
  for (const bill of checked) checkBill(bill, findings);
  checkUnbilled(books, from, findings);
  checkNumbers(numbers, findings);
  if (provider) checkProvider({ provider, checked, all }, findings);
  return {
    differences: [...found.values()].filter((text) => text !== ''),
    bills: checked.length,
    asked_provider: provider !== undefined,
  };
}

/** @returns one sentence for each number that is wrong or missing. */
export async function checkNumbering({ db }: Pick<OutsideContext, 'db'>): Promise<string[]> {
  const { found, ...findings } = createFindings();
  checkNumbers(await readNumbers(db), findings);
  return [...found.values()];
}

function createFindings(): Findings & { found: Map<string, string> } {
  const found = new Map<string, string>();
  return {
    found,
    add: (record, text) => void (found.has(record) || found.set(record, text)),
    has: (record) => found.has(record),
  };
}

async function readProvider(payments: PaymentGateway, since: Date | undefined): Promise<ProviderBooks | undefined> {
  try {
    return {
      taken: await payments.listTaken(since),
      refunds: await payments.listRefunds(since),
      disputes: await payments.listDisputes(since),
    };
  } catch (error) {
    if (error instanceof NotSetUp) return undefined;
    throw error;
  }
}

function byBill(books: Books): ReadonlyMap<number, BillBooks> {
  const notes = Map.groupBy(books.notes, ({ bill_id }) => bill_id);
  const refunds = Map.groupBy(books.refunds, ({ bill_id }) => bill_id);
  const disputes = Map.groupBy(books.disputes, ({ bill_id }) => bill_id);
  const payments = new Map(books.payments.map((payment) => [payment.bill_id, payment]));
  const ofBill = Map.groupBy(books.entries, ({ bill_id }) => bill_id);
  const ofNote = Map.groupBy(books.entries, ({ credit_note_id }) => credit_note_id);
  const sessions = Map.groupBy(books.sessions, cycleKey);
  return new Map(
    books.bills.map((bill) => {
      const own = notes.get(bill.id) ?? [];
      return [
        bill.id,
        {
          bill,
          lines: billLines(bill),
          payment: payments.get(bill.id),
          notes: own,
          refunds: refunds.get(bill.id) ?? [],
          disputes: disputes.get(bill.id) ?? [],
          entries: [...(ofBill.get(bill.id) ?? []), ...own.flatMap(({ id }) => ofNote.get(id) ?? [])],
          sessions: sessions.get(cycleKey(bill)) ?? [],
        },
      ];
    }),
  );
}

const cycleKey = ({ merchant_id, cycle_start }: { merchant_id: number; cycle_start: string }) =>
  `${merchant_id} ${cycle_start}`;

function checkUnbilled({ accounts, bills, sessions }: Books, from: string | undefined, findings: Findings): void {
  const billed = new Set(bills.map(cycleKey));
  const open = new Map(
    accounts.map((account) => [account.merchant_id, account.cycle_end === null ? '9999' : account.cycle_start]),
  );
  for (const row of sessions) {
    const { merchant_id, cycle_start, quantity, first } = row;
    const isClosed = cycle_start < (open.get(merchant_id) ?? '9999');
    if (!isClosed || billed.has(cycleKey(row)) || (from !== undefined && first < from)) continue;
    findings.add(
      `unbilled ${cycleKey(row)}`,
      `Account ${merchant_id}: ${quantity} sessions of the cycle that began on ${cycle_start} are on no bill`,
    );
  }
}

function checkNumbers({ given, series }: Awaited<ReturnType<typeof readNumbers>>, findings: Findings): void {
  const used = new Set(given);
  for (const { series: name, year, last } of series) {
    const prefix = `${name}-${year}-`;
    const numberOf = (count: number) => `${prefix}${String(count).padStart(6, '0')}`;
    for (let count = 1; count <= last; count++) {
      const number = numberOf(count);
      if (!used.delete(number)) findings.add(number, `Number ${number} was given, but no document has it`);
    }
  }
  for (const number of used) findings.add(number, `Number ${number} is on a document, but its series has not given it`);
}
