import { expect, test } from 'vitest';
import { formatMoney } from './money.ts';
import { PLANS, SIGN_UP_CREDIT } from './plans.ts';

test('gives prices as decimals', () => {
  expect(formatMoney(PLANS.starter.unit_price)).toBe('0.10');
  expect(formatMoney(PLANS.standard.unit_price)).toBe('0.01');
  expect(formatMoney(PLANS.standard.monthly_commitment)).toBe('99.00');
  expect(formatMoney(SIGN_UP_CREDIT)).toBe('25.00');
});
