import { facts } from '../../content/facts';
import { decimal, type Micros, parseMoney } from '../billing/money';

const { starter, standard } = facts.plans;

/** The cost of a month. Starter's free verifications are given only once, and `starter_first` is the cost of the month that uses them. */
export function monthlyCost(identities: number): { starter: string; starter_first: string; standard: string } {
  const charged = Math.max(0, identities - facts.free_verifications);
  return {
    starter: decimal(cost(starter, identities)),
    starter_first: decimal(cost(starter, charged)),
    standard: decimal(cost(standard, identities)),
  };
}

/** The cost of one identity in a month with this many, as decimal strings. Without Starter's free verifications. */
export function costPerIdentity(identities: number): { starter: string; standard: string } {
  const each = (plan: typeof starter | typeof standard) => decimal(cost(plan, identities) / BigInt(identities));
  return { starter: each(starter), standard: each(standard) };
}

export const break_even = (() => {
  const fee = parseMoney(standard.monthly_commitment) - parseMoney(starter.monthly_commitment);
  const savedPerIdentity = parseMoney(starter.unit_price) - parseMoney(standard.unit_price);
  return Number((fee + savedPerIdentity - 1n) / savedPerIdentity);
})();

const cost = ({ unit_price, monthly_commitment }: typeof starter | typeof standard, identities: number): Micros =>
  parseMoney(monthly_commitment) + parseMoney(unit_price) * BigInt(identities);
