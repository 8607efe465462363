import { facts } from '../../content/facts';

export { dollars as formatMoney, percentage as formatRate } from '../../../../openapi/facts/number-formats';

/** An amount in whole millionths of a dollar. Used in calculations. Everything else passes amounts as decimal strings, never as floats. */
export type Micros = bigint;

const one = 1_000_000n;

/** @throws for anything that is not an amount with at most six decimal places, which the service never sends. */
export function parseMoney(amount: string): Micros {
  const [whole, sign, units = '', places = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(amount) ?? [];
  if (whole === undefined) throw new RangeError(`"${amount}" is not an amount`);
  const value = BigInt(units) * one + BigInt(places.padEnd(6, '0'));
  return sign ? -value : value;
}

/** Formats an amount with two decimal places, or more if the others are not zero. */
export function decimal(value: Micros): string {
  const digits = String(value < 0n ? -value : value).padStart(7, '0');
  const places = digits.slice(-6).replace(/0{1,4}$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -6)}.${places}`;
}

export const given_credit = decimal(BigInt(facts.free_verifications) * parseMoney(facts.plans.starter.unit_price));

export const negated = (amount: string): string => decimal(-parseMoney(amount));
