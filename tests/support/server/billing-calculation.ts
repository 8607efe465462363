/** The bills of an account, calculated independently of the service: from the dates of what happened, day by day, in whole cents. */

export type BillingEvent =
  | { do: 'enable' | 'unpaid' | 'pay' | 'cancel' | 'keep' | 'delete' }
  | { do: 'approve'; count: number }
  /** From the next cycle: the price of an identity and the fee, in cents. */
  | { do: 'plan'; price: number; fee: number }
  /** What decides about VAT: the billing country, whether there is a VAT number, and where the primary card was issued. */
  | { do: 'tax'; country: Country | null; has_number: boolean }
  | { do: 'card'; issued: Country | null }
  /** A change of the balance other than by a bill, in cents. */
  | { do: 'balance'; amount: number };

export type Country = 'SE' | 'DE' | 'FR' | 'US';

/** Per cent. */
const VAT: Record<Country, number> = { SE: 25, DE: 19, FR: 20, US: 0 };

/** What happens, in order, and on which day after the sign-up. */
export type Story<Event = BillingEvent> = [day: number, event: Event][];

export interface Beginning {
  signed_up: string;
  /** In cents. */
  credit: number;
  price: number;
  fee: number;
  country: Country | null;
  issued: Country | null;
}

export interface MadeBill {
  cycle: [start: string, end: string];
  total: number;
  balance: number;
  amount_due: number;
  is_carried: boolean;
}

export interface BillingBooks {
  bills: MadeBill[];
  /** The balance that the next bill would settle, in cents. */
  balance: number;
  state: 'TRIAL' | 'ACTIVE' | 'UNPAID' | 'OFF';
}

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

const daysBetween = (start: string, end: string): number => (Date.parse(end) - Date.parse(start)) / 86_400_000;

const rounded = (amount: number, parts: number): number => Math.floor((2 * amount + parts) / (2 * parts));

type Tax = Pick<Beginning, 'country'> & { has_number: boolean };

function vatRate({ country, has_number }: Tax, issued: Country | null): number {
  if (country === null || (has_number && country !== 'US')) return 0;
  return Math.max(VAT[country], VAT[issued ?? country]);
}

export function calculatedBooks(beginning: Beginning, story: Story, lastDay: number): BillingBooks {
  const { signed_up } = beginning;
  const startDay = Math.min(Number(signed_up.slice(8)), 28);
  const books: BillingBooks = { bills: [], balance: 0, state: 'TRIAL' };
  const cycle = {
    start: signed_up,
    active: new Set<string>(),
    identities: 0,
    credit: 0,
    tax: undefined as Tax | undefined,
  };
  let { credit, issued } = beginning;
  let tax: Tax = { country: beginning.country, has_number: false };
  let [cancels, wasEnabled] = [false, false];
  let terms = { price: beginning.price, fee: beginning.fee };
  let announced: typeof terms | undefined;
  while (Number(cycle.start.slice(8)) !== startDay) cycle.start = dayAfter(cycle.start, -1);

  const bill = (last: string, days: number, isLast: boolean) => {
    const { start, active, identities, credit: used } = cycle;
    const lines = [
      ...(identities > 0 ? [identities * terms.price - used] : []),
      ...(terms.fee > 0 && active.size > 0 ? [rounded(terms.fee * active.size, days)] : []),
    ];
    if (lines.length === 0) return;
    const subtotal = lines.reduce((sum, amount) => sum + amount, 0);
    const total = subtotal + rounded(subtotal * vatRate(cycle.tax ?? tax, issued), 100);
    // A credit pays at most the whole bill, and the rest of it remains for later bills.
    const balance = Math.max(books.balance, 0 - total);
    const amount_due = total + balance;
    const is_carried = amount_due > 0 && amount_due < 50 && !isLast;
    books.bills.push({ cycle: [start, last], total, balance, amount_due, is_carried });
    books.balance += (is_carried ? amount_due : 0) - balance;
  };

  const begin = (today: string) => {
    bill(dayAfter(today, -1), daysBetween(cycle.start, today), false);
    if (cancels && books.state !== 'OFF') books.state = 'OFF';
    cancels = false;
    [terms, announced] = [announced ?? terms, undefined];
    Object.assign(cycle, { start: today, active: new Set(), identities: 0, credit: 0, tax: undefined });
  };

  const happen = (event: BillingEvent) => {
    switch (event.do) {
      case 'enable':
        if (books.state !== 'ACTIVE') [books.state, cancels] = ['ACTIVE', false];
        wasEnabled = true;
        return;
      case 'unpaid':
        if (books.state === 'ACTIVE') books.state = 'UNPAID';
        return;
      case 'pay':
        if (books.state === 'UNPAID') books.state = 'ACTIVE';
        return;
      case 'cancel':
        cancels ||= books.state === 'TRIAL' || books.state === 'ACTIVE';
        return;
      case 'keep':
        cancels = false;
        return;
      case 'plan':
        announced = { price: event.price, fee: event.fee };
        return;
      case 'approve':
        for (let left = event.count; left > 0; left--) {
          const used = Math.min(credit, terms.price);
          credit -= used;
          cycle.credit += used;
          cycle.identities++;
        }
        return;
      case 'tax':
        // Once billing has been enabled, changes apply from the next cycle.
        if (wasEnabled && tax.country !== null) cycle.tax ??= tax;
        tax = { country: event.country, has_number: event.has_number };
        return;
      case 'card':
        issued = event.issued;
        return;
      case 'balance':
        books.balance += event.amount;
        return;
      case 'delete':
        return;
      default:
        event satisfies never;
    }
  };

  for (let offset = 0; offset <= lastDay; offset++) {
    const today = dayAfter(signed_up, offset);
    if (Number(today.slice(8)) === startDay && today > cycle.start) begin(today);
    if (offset === 30 && books.state === 'TRIAL') books.state = 'OFF';
    if (books.state === 'ACTIVE') cycle.active.add(today);
    for (const [when, event] of story) {
      if (when !== offset) continue;
      happen(event);
      if (books.state === 'ACTIVE') cycle.active.add(today);
      if (event.do === 'delete') {
        let end = dayAfter(cycle.start, 1);
        while (Number(end.slice(8)) !== startDay) end = dayAfter(end, 1);
        bill(today, daysBetween(cycle.start, end), true);
        return { ...books, state: 'OFF' };
      }
    }
  }
  return books;
}
