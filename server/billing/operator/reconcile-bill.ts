/**
 * Compares what the books say about one bill. If two amounts contradict each other, an amount that follows from either of them is
 * accepted, so that one mistake is reported only once.
 */
import { amountDue, type BillLine } from '../bill/bill-amounts.ts';
import { partsOf } from '../bill/credit-note.service.ts';
import type { Bill, Transaction } from '../ledger/bill.repository.ts';
import type { Books } from '../ledger/books.repository.ts';
import type { CreditNote, Dispute, Refund } from '../ledger/money-back.repository.ts';
import { formatMoney, formatRate, lineTotal, type Micros, roundToCents, shareOf } from '../terms/money.ts';
import { titleOf } from './operator-target.service.ts';

export interface BillBooks {
  bill: Bill;
  lines: BillLine[];
  payment: Transaction | undefined;
  notes: CreditNote[];
  refunds: Refund[];
  disputes: Dispute[];
  /** The balance entries for the bill and its credit notes. */
  entries: Books['entries'];
  /** By price. */
  sessions: Books['sessions'];
}

/** The differences found so far, by the record that is wrong. */
export interface Findings {
  add(record: string, text: string): void;
  has(record: string): boolean;
}

export function checkBill(books: BillBooks, findings: Findings): void {
  const { bill } = books;
  const say = (record: string, text: string) => findings.add(`${record} ${bill.id}`, `Bill ${titleOf(bill)}: ${text}`);
  const found = (record: string) => findings.has(`${record} ${bill.id}`);
  const sums = checkLines(books, say);
  if (!found('line')) checkSessions(books, say);
  const totals = checkTotals(bill, sums, say);
  if (!found('totals')) checkNotes(books, findings);
  const hasWrongNote = books.notes.some(({ id }) => findings.has(`note ${id}`));
  const dues = duesOf(books, totals);
  if (!hasWrongNote) checkDue(books, dues, say);
  checkPayment(books, dues, say);
  if (!found('due')) checkBalance(books, say);
  checkRefunds(books, findings);
  checkDispute(books, say);
}

type Say = (record: string, text: string) => void;

export const usd = (amount: Micros): string => `USD ${formatMoney(amount)}`;
const sum = (amounts: Micros[]): Micros => amounts.reduce((total, amount) => total + amount, 0);

/** @returns the possible sums of the lines: as stored, and as calculated. */
function checkLines({ lines }: BillBooks, say: Say): Micros[] {
  const expected = lines.map(({ quantity, unit_price }) => lineTotal(quantity, unit_price));
  for (const [at, { name, total, quantity, unit_price }] of lines.entries()) {
    if (total !== expected[at])
      say(
        'line',
        `line "${name}" is ${usd(total)}, but ${quantity} × ${formatMoney(unit_price)} is ${usd(expected[at]!)}`,
      );
  }
  return [sum(lines.map(({ total }) => total)), sum(expected)];
}

const isUsage = ({ name }: BillLine) => name === 'Verified identities';
const isCredit = ({ name }: BillLine) => name === 'Credit';

function checkSessions({ lines, sessions }: BillBooks, say: Say): void {
  const billed = lines.filter(isUsage);
  const listed = (rows: { quantity: number; unit_price: Micros }[]) =>
    rows.map(({ quantity, unit_price }) => `${quantity} × ${formatMoney(unit_price)}`).join(', ') || 'none';
  const used = sum(sessions.map((row) => row.credit));
  const cost = sum(sessions.map(({ quantity, unit_price }) => quantity * unit_price));
  const credit = Math.min(roundToCents(used), sum(billed.map(({ total }) => total)));
  const given = 0 - sum(lines.filter(isCredit).map(({ total }) => total));
  if (listed(billed) !== listed(sessions))
    say('sessions', `its lines have ${listed(billed)}, the approved sessions are ${listed(sessions)}`);
  else if (used > cost) say('sessions', `${usd(used)} of free credit paid for its sessions, which cost ${usd(cost)}`);
  else if (credit !== given)
    say('sessions', `its lines give ${usd(given)} of free credit, the approved sessions ${usd(credit)}`);
}

function checkTotals(bill: Bill, sums: Micros[], say: Say): Micros[] {
  const { subtotal, vat, vat_rate, total } = bill;
  const bases = [...new Set([subtotal, ...sums])].filter((base) => base >= 0);
  if (!sums.includes(subtotal)) say('totals', `subtotal is ${usd(subtotal)}, but its lines come to ${usd(sums[0]!)}`);
  if (!bases.some((base) => shareOf(base, vat_rate) === vat))
    say('totals', `VAT is ${usd(vat)}, but ${formatRate(vat_rate)} are ${usd(shareOf(bases[0] ?? 0, vat_rate))}`);
  else if (total !== subtotal + vat)
    say('totals', `total is ${usd(total)}, but subtotal and VAT are ${usd(subtotal + vat)}`);
  return [total, ...sums.filter((base) => base >= 0).map((base) => base + shareOf(base, vat_rate))];
}

function duesOf({ bill, notes, entries }: BillBooks, totals: Micros[]): Micros[] {
  const reduced = sum(notes.filter(({ effect }) => effect === 'REDUCTION').map(({ total }) => total));
  const moved = entries.filter(({ bill_id }) => bill_id === bill.id).map(({ amount }) => amount);
  const carried = bill.state === 'CARRIED_OVER' ? amountDue(bill) : 0;
  // A carried-over bill has an entry for its amount due. Without it, the balance cannot be calculated from the entries.
  const tellBalance = carried === 0 || moved.includes(carried);
  const balances = [bill.balance, ...(tellBalance ? [carried - sum(moved)] : [])];
  return totals.flatMap((total) => balances.map((balance) => total + balance - reduced));
}

function checkDue({ bill, notes }: BillBooks, dues: Micros[], say: Say): void {
  const due = amountDue(bill);
  if (dues.includes(due)) return;
  const reductions = notes.filter(({ effect }) => effect === 'REDUCTION');
  const less = reductions.map(({ number, total }) => ` less ${number} (${formatMoney(total)})`).join('');
  say(
    'due',
    `amount due is ${usd(due)}, but total ${formatMoney(bill.total)} and balance ${formatMoney(bill.balance)}${less} come to ${usd(dues[0]!)}`,
  );
}

function checkPayment({ bill, payment }: BillBooks, dues: Micros[], say: Say): void {
  const due = amountDue(bill);
  if (bill.state === 'PAID' && !payment) say('payment', 'is PAID, but has no payment');
  else if (payment && bill.state !== 'PAID')
    say('payment', `is ${bill.state}, but was paid with ${payment.reference ?? usd(payment.amount)}`);
  else if (payment && payment.amount !== due && !dues.includes(payment.amount))
    say('payment', `its payment is ${usd(payment.amount)}, but ${usd(due)} was due`);
  if (bill.state === 'CREDITED' && due !== 0) say('due', `is CREDITED, but ${usd(due)} are due`);
}

function checkBalance({ bill, entries }: BillBooks, say: Say): void {
  const moved = sum(entries.filter(({ bill_id }) => bill_id === bill.id).map(({ amount }) => amount));
  const carried = bill.state === 'CARRIED_OVER' ? amountDue(bill) : 0;
  if (moved !== carried - bill.balance)
    say(
      'balance',
      `its balance is ${usd(bill.balance)}${carried === 0 ? '' : ` and ${usd(carried)} was carried over`}, but its entries of the balance come to ${usd(moved)}`,
    );
}

/** Each note must have the bill's VAT rate, and together they must not exceed the bill. */
function checkNotes(books: BillBooks, findings: Findings): void {
  for (const [at, note] of books.notes.entries()) {
    const text = wrongIn(books, note, books.notes.slice(0, at));
    if (text === undefined) continue;
    findings.add(`note ${note.id}`, `Credit note ${note.number} of bill ${titleOf(books.bill)}: ${text}`);
    // After a wrong note, it is unknown how much was left for the later ones.
    return;
  }
}

function wrongIn({ bill, entries }: BillBooks, note: CreditNote, earlier: CreditNote[]): string | undefined {
  const parts = partsOf(bill, earlier, note.total);
  if (!parts) return `${usd(note.total)} is more than is left of the bill`;
  if (parts.vat !== note.vat) return `VAT is ${usd(note.vat)}, but the bill's rate gives ${usd(parts.vat)}`;
  const moved = entries.filter(({ credit_note_id }) => credit_note_id === note.id);
  const entered = sum(moved.map(({ amount }) => amount));
  if (entered === (note.effect === 'BALANCE' ? 0 - note.total : 0)) return undefined;
  return `it is ${usd(note.total)}, but its entry of the balance is ${usd(entered)}`;
}

function checkRefunds({ bill, notes, refunds }: BillBooks, findings: Findings): void {
  const kept = refunds.filter(({ state }) => state !== 'FAILED');
  const title = titleOf(bill);
  for (const { id, reference, amount } of kept.filter(({ credit_note_id }) => credit_note_id === null))
    findings.add(
      `refund ${id}`,
      `Refund ${reference} of bill ${title}: ${usd(amount)} went back without a credit note`,
    );
  for (const note of notes.filter(({ effect }) => effect === 'REFUND')) {
    if (findings.has(`note ${note.id}`)) continue;
    const own = kept.filter(({ credit_note_id }) => credit_note_id === note.id);
    const amount = sum(own.map((refund) => refund.amount));
    if (amount === note.total) continue;
    const text =
      own.length === 0
        ? 'nothing was refunded'
        : `its refund ${own.map(({ reference }) => reference ?? 'not sent yet').join(', ')} is ${usd(amount)}`;
    findings.add(
      `note ${note.id}`,
      `Credit note ${note.number} of bill ${title}: it is ${usd(note.total)}, but ${text}`,
    );
    for (const { id } of own) findings.add(`refund ${id}`, '');
  }
}

function checkDispute({ bill, disputes }: BillBooks, say: Say): void {
  const states = disputes.map(({ state }) => state);
  if (bill.dispute === null ? states.length > 0 : !states.includes(bill.dispute))
    say(
      'dispute',
      `its dispute is ${bill.dispute ?? 'not recorded'}, but the disputes are ${states.join(', ') || 'none'}`,
    );
}
