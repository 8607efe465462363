/** Money: whole millionths of a dollar internally, decimal strings in the API. Calculations use only integers. */
import { invariant } from '../../core/errors.ts';

/** 10⁻⁶ USD, as a safe integer. VAT rates are millionths too: 0.25 is 250 000. */
export type Micros = number;

const MICROS = 1_000_000n;
export const CENT: Micros = 10_000;

/** `-25.00` → −25 000 000. @throws for text that is not a decimal with at most six places. */
export function parseMoney(text: string): Micros {
  const [whole, sign, units, fraction = ''] = /^(-?)(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  invariant(whole !== undefined, `"${text}" is not a decimal with up to six places`);
  const value = Number(BigInt(units!) * MICROS + BigInt(fraction.padEnd(6, '0')));
  return sign ? 0 - value : value;
}

/** With two decimal places, or as many as needed: `0.10`, `99.00`, `0.0075`. */
export function formatMoney(value: Micros): string {
  invariant(Number.isSafeInteger(value), `${value} is not a whole amount`);
  const digits = String(Math.abs(value)).padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0{1,4}$/, '');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -6)}.${fraction}`;
}

export const formatRate = (rate: Micros): string => `${Number(formatMoney(rate * 100))}%`;

/** Rounds to whole cents, halves away from zero. Each line is rounded once, with this function. */
export function roundToCents(value: bigint | Micros): Micros {
  const exact = BigInt(value);
  const size = exact < 0n ? -exact : exact;
  const cent = BigInt(CENT);
  const rounded = ((size + cent / 2n) / cent) * cent;
  return safe(exact < 0n ? -rounded : rounded);
}

export const lineTotal = (quantity: number, unitPrice: Micros): Micros =>
  roundToCents(BigInt(quantity) * BigInt(unitPrice));

/** A share of an amount, rounded once: `part` is a rate in millionths, or a part of `whole`. */
export function shareOf(amount: Micros, part: number, whole = Number(MICROS)): Micros {
  const exact = BigInt(amount) * BigInt(part);
  const cent = BigInt(whole) * BigInt(CENT);
  invariant(exact >= 0n, 'a share is taken only of an amount owed');
  return safe(((exact + cent / 2n) / cent) * BigInt(CENT));
}

export function toCents(value: Micros): number {
  invariant(value % CENT === 0, `${value} is not a whole number of cents`);
  return value / CENT;
}

function safe(value: bigint): number {
  const number = Number(value);
  invariant(Number.isSafeInteger(number), `${value} is too large to be exact`);
  return number;
}
