/** VAT on digital services sold to businesses: the rate of the customer's country inside the EU, and none with a valid VAT number. */
import * as jsvat from 'jsvat';
import { vatRates } from '../../../openapi/facts/vat-rates.ts';
import { type Micros, parseMoney } from './money.ts';

/** In millionths, by country. */
const RATES: ReadonlyMap<string, Micros> = new Map(
  Object.entries(vatRates).map(([country, rate]) => [country, parseMoney(rate)]),
);

export interface VatSubject {
  country: string | null;
  vat_number: string | null;
}

/** The VAT category codes S, AE and O of EN 16931. */
export type VatCategory = 'STANDARD' | 'REVERSE_CHARGE' | 'OUT_OF_SCOPE';

/**
 * The VAT rule for a customer whose country is known. A VAT number exempts nobody in the seller's own country. Elsewhere in the
 * EU its holder owes the VAT (Directive 2006/112/EC, articles 44 and 196).
 */
export function vatCategory(
  { country, vat_number }: VatSubject,
  sellerCountry: string | undefined,
): VatCategory | null {
  if (country === null) return null;
  if (!isInVatArea(country)) return 'OUT_OF_SCOPE';
  return vat_number !== null && country !== sellerCountry ? 'REVERSE_CHARGE' : 'STANDARD';
}

export const vatRate = (customer: VatSubject, sellerCountry: string | undefined): Micros =>
  vatCategory(customer, sellerCountry) === 'STANDARD' ? RATES.get(customer.country!)! : 0;

export const isInVatArea = (country: string | null): boolean => country !== null && RATES.has(country);

export interface VatNumber {
  /** The number with its country prefix, in upper case and without separators. */
  vat_number: string;
  vat_number_check: 'FORMAT' | 'ONLINE';
}

/** Checks VAT numbers. ONLINE is reserved for a check that asks the member states (VIES). */
export interface VatNumberCheck {
  /** @returns undefined when the number is not valid in the country. */
  check(number: string, country: string): Promise<VatNumber | undefined>;
}

/** Checks the format and the check digits, by each country's rules. */
export const vatNumberFormatCheck: VatNumberCheck = {
  async check(number, country) {
    const rules = RULES.get(country);
    const { isValid, value } = rules ? jsvat.checkVAT(number, [rules]) : {};
    return isValid && value ? { vat_number: value, vat_number_check: 'FORMAT' } : undefined;
  },
};

/** The library supports more countries, but a number exempts from VAT only in the EU. */
const RULES = new Map(
  jsvat.countries.map((rules) => [rules.codes[0]!, rules] as const).filter(([country]) => isInVatArea(country)),
);
