/**
 * VAT on digital services sold to businesses: the rate of the customer's country inside the EU, and none with a valid VAT number.
 * docs/decisions/vat.md has the sources.
 */
import * as jsvat from 'jsvat';
import { vatRates, vatStateOf } from '../../../openapi/facts/vat-rates.ts';
import type { BillingAccountTable } from '../ledger/billing.table.ts';
import { type Micros, parseMoney } from './money.ts';

type VatState = keyof typeof vatRates;

type VatSubject = Pick<BillingAccountTable, 'country' | 'vat_number'>;

/** The VAT category codes S, AE and O of EN 16931. */
export type VatCategory = 'STANDARD' | 'REVERSE_CHARGE' | 'OUT_OF_SCOPE';

export interface Vat {
  /** In millionths. */
  vat_rate: Micros;
  /** Null while the customer's country is unknown. */
  vat_category: VatCategory | null;
  /** The member state whose VAT is charged and to which it is declared. Null if none is charged. */
  vat_country: string | null;
  vat_number: string | null;
  /** The country of the card, when it contradicts the billing country and no VAT number settles the matter. */
  contradicting_card: string | null;
}

/** `card_country` is null for customers without a card. Then the address alone decides. */
type Evidence = VatSubject & { card_country: string | null };

/**
 * The VAT rule for a customer. A VAT number exempts nobody in the seller's own country. Elsewhere in the EU its holder owes the VAT
 * (Directive 2006/112/EC, articles 44 and 196). Without a number, the countries of address and card must agree; until they do,
 * the higher of their rates applies.
 */
export function vatOf(
  { country, vat_number, card_country }: Evidence,
  { seller, day }: { seller: string | undefined; day: string },
): Vat {
  const none = { vat_rate: 0, vat_country: null, vat_number, contradicting_card: null };
  if (country === null) return { ...none, vat_category: null };
  const home = vatStateOf(country);
  if (home && vat_number !== null)
    return home === (seller && vatStateOf(seller))
      ? { ...none, ...charged(home, day) }
      : { ...none, vat_category: 'REVERSE_CHARGE' };
  const ofCard = card_country === null ? home : vatStateOf(card_country);
  const contradicting_card = ofCard === home ? null : card_country;
  // If the rates are equal, the address decides.
  const [state] = [home, ofCard]
    .filter((state) => state !== undefined)
    .toSorted((one, other) => rateOn(other, day) - rateOn(one, day));
  if (!state) return { ...none, vat_category: 'OUT_OF_SCOPE' };
  return { ...none, ...charged(state, day), contradicting_card };
}

const charged = (state: VatState, day: string) => ({
  vat_category: 'STANDARD' as const,
  vat_rate: rateOn(state, day),
  vat_country: state,
});

function rateOn(state: VatState, day: string): Micros {
  const rates = vatRates[state];
  return parseMoney((rates.findLast(({ from }) => from <= day) ?? rates[0]).rate);
}

export const isInVatArea = (country: string | null): boolean => country !== null && vatStateOf(country) !== undefined;

type TaxedAccount = VatSubject &
  Pick<BillingAccountTable, 'enabled' | 'cycle_country' | 'cycle_vat_number' | 'cycle_vat_of'>;

export const taxFacts = (account: TaxedAccount, { start }: { start: string }): VatSubject =>
  account.cycle_vat_of !== null && start <= account.cycle_vat_of
    ? { country: account.cycle_country, vat_number: account.cycle_vat_number }
    : { country: account.country, vat_number: account.vat_number };

/**
 * What to store with a change of country or VAT number, so that the open cycle keeps the old ones. Until billing is first enabled,
 * changes count immediately.
 */
export function factsOfOpenCycle(
  account: TaxedAccount,
  { start }: { start: string },
): Partial<Pick<TaxedAccount, 'cycle_country' | 'cycle_vat_number' | 'cycle_vat_of'>> {
  const { enabled, country, vat_number, cycle_vat_of } = account;
  const isKept = cycle_vat_of !== null && start <= cycle_vat_of;
  if (enabled === null || country === null || isKept) return {};
  return { cycle_country: country, cycle_vat_number: vat_number, cycle_vat_of: start };
}

export interface CheckedVatNumber {
  /** The number with its country prefix, in upper case and without separators. */
  vat_number: string;
  /** ONLINE means that the member state's register confirmed it. */
  vat_number_check: 'FORMAT' | 'ONLINE';
  /** VIES's consultation number for this confirmation. */
  reference?: string;
}

export interface VatNumberCheck {
  is_online: boolean;
  check(
    number: string,
    country: string,
    signal?: AbortSignal,
  ): Promise<CheckedVatNumber | 'MALFORMED' | 'UNREGISTERED'>;
}

export const vatNumberFormatCheck: VatNumberCheck = {
  is_online: false,
  async check(number, country) {
    const vat_number = readVatNumber(number, country);
    return vat_number === undefined ? 'MALFORMED' : { vat_number, vat_number_check: 'FORMAT' };
  },
};

/** The library's rules for the EU. Its rules for other countries are not used, because their numbers do not exempt a customer from VAT. */
const RULES = new Map(
  jsvat.countries
    .map((rules) => [rules.codes[0]!, rules] as const)
    .filter(([country]) => Object.hasOwn(vatRates, country)),
);

/**
 * The prefix may be missing, unless the number itself begins with two letters.
 * @returns the number with its prefix
 */
export function readVatNumber(number: string, country: string): string | undefined {
  const state = vatStateOf(country);
  const rules = state && RULES.get(state);
  if (!rules) return undefined;
  const text = number.toUpperCase().replaceAll(/[\s./-]/g, '');
  const prefix = state === 'GR' ? 'EL' : state;
  const { isValid, value } = jsvat.checkVAT(withPrefix(text, prefix), [rules]);
  return isValid ? value : undefined;
}

function withPrefix(text: string, prefix: string): string {
  // Some Greek customers write GR, their ISO code, before the number instead of EL.
  if (prefix === 'EL' && text.startsWith('GR')) return `EL${text.slice(2)}`;
  return /^[A-Z]{2}/.test(text) ? text : `${prefix}${text}`;
}

/** Splits a number into prefix and digits, as VIES asks for them. Undefined if it is not a valid number of any member state. */
export function splitVatNumber(number: string): { prefix: string; digits: string } | undefined {
  const { isValid, value } = jsvat.checkVAT(number, [...RULES.values()]);
  return isValid && value ? { prefix: value.slice(0, 2), digits: value.slice(2) } : undefined;
}
