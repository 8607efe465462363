import { facts } from '../../content/facts';

/** Whole millionths of a dollar, as the service counts. */
type Micros = bigint;

const { starter, standard } = facts.plans;

/** What a month with so many verified identities costs, as decimal strings. The free ones of Starter are given once, not every month. */
export function monthlyCost(identities: number): { starter: string; starter_first: string; standard: string } {
  const charged = Math.max(0, identities - facts.free_verifications);
  return {
    starter: decimal(cost(starter, identities)),
    starter_first: decimal(cost(starter, charged)),
    standard: decimal(cost(standard, identities)),
  };
}

/** From how many verified identities a month Standard costs no more than Starter. */
export const break_even = (() => {
  const fee = micros(standard.monthly_commitment) - micros(starter.monthly_commitment);
  const saved = micros(starter.unit_price) - micros(standard.unit_price);
  return Number((fee + saved - 1n) / saved);
})();

const cost = ({ unit_price, monthly_commitment }: typeof starter | typeof standard, identities: number): Micros =>
  micros(monthly_commitment) + micros(unit_price) * BigInt(identities);

function micros(amount: string): Micros {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
}

/** Rounded half up to cents, once. */
function decimal(amount: Micros): string {
  const cents = (amount + 5_000n) / 10_000n;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}
