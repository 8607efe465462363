/** VAT of digital services sold to businesses: the rate of the customer's country inside the EU, none with a valid VAT number. */
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

/** As the VAT category codes of EN 16931: S, AE and O. */
export type VatCategory = 'STANDARD' | 'REVERSE_CHARGE' | 'OUT_OF_SCOPE';

/**
 * Which rule applies to a customer, once the country is known. A VAT number exempts nobody in the seller's own country.
 * Elsewhere in the EU its holder owes the VAT (Directive 2006/112/EC, articles 44 and 196).
 */
export function vatCategory(
  { country, vat_number }: VatSubject,
  sellerCountry: string | undefined,
): VatCategory | null {
  if (country === null) return null;
  if (!isInVatArea(country)) return 'OUT_OF_SCOPE';
  return vat_number !== null && country !== sellerCountry ? 'REVERSE_CHARGE' : 'STANDARD';
}

export function vatRate(customer: VatSubject, sellerCountry: string | undefined): Micros {
  return vatCategory(customer, sellerCountry) === 'STANDARD' ? RATES.get(customer.country!)! : 0;
}

export const isInVatArea = (country: string | null): boolean => country !== null && RATES.has(country);

export interface VatNumber {
  /** The number with its country prefix, in upper case and without separators. */
  vat_number: string;
  vat_number_check: 'FORMAT' | 'ONLINE';
}

/** Checks VAT numbers. ONLINE would be the answer of a check that asks the member states (VIES). */
export interface VatNumberCheck {
  /** @returns undefined when the number is not valid in the country. */
  check(number: string, country: string): Promise<VatNumber | undefined>;
}

/** Format and check digits, by the rules of each country. */
export const vatNumberFormatCheck: VatNumberCheck = {
  async check(number, country) {
    const rules = RULES.get(country);
    const { isValid, value } = rules ? jsvat.checkVAT(number, [rules]) : {};
    return isValid && value ? { vat_number: value, vat_number_check: 'FORMAT' } : undefined;
  },
};

/** The library knows more countries, but a number exempts from VAT in the EU alone. */
const RULES = new Map(
  jsvat.countries.map((rules) => [rules.codes[0]!, rules] as const).filter(([country]) => isInVatArea(country)),
);
