import { expect, it } from 'vitest';
import { facts } from '../../web/src/content/facts.ts';
import { formatMoney, parseMoney } from './money.ts';
import { PLANS, SIGN_UP_CREDIT, TRIAL_DAYS } from './plans.ts';

it('charges what the site says', () => {
  const { starter, standard } = facts.plans;
  for (const [said, charged] of [
    [starter, PLANS.starter],
    [standard, PLANS.standard],
  ] as const) {
    expect(parseMoney(said.unit_price)).toBe(charged.unit_price);
    expect(parseMoney(said.monthly_fee)).toBe(charged.monthly_commitment);
  }
  expect(SIGN_UP_CREDIT).toBe(starter.free_verifications * PLANS.starter.unit_price);
  expect(TRIAL_DAYS).toBe(facts.trial_days);
});

it('says its prices as decimals', () => {
  expect(formatMoney(PLANS.starter.unit_price)).toBe('0.10');
  expect(formatMoney(PLANS.standard.unit_price)).toBe('0.01');
  expect(formatMoney(PLANS.standard.monthly_commitment)).toBe('99.00');
  expect(formatMoney(SIGN_UP_CREDIT)).toBe('25.00');
});
