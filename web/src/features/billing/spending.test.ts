import type { BillingAccount } from '@sigill/sdk/portal';
import { expect, test } from 'vitest';
import { isCapReached, isCreditUsed, isUsageLimitReached, typedAmount } from './spending';

test.each([
  ['250', '250.00'],
  ['250.5', '250.50'],
  ['250,50', '250.50'],
  [' $ 1 250 ', '1250.00'],
  ['1,250', '1250.00'],
  ['1.250,75', '1250.75'],
  ['1,250,000.5', '1250000.50'],
  ['0', '0.00'],
  ['007', '7.00'],
  ['', ''],
  ['-5', '-5'],
  ['2.505.1', '2.505.1'],
  ['12345678', '12345678'],
])('reads %j as %j', (typed, amount) => {
  expect(typedAmount(typed)).toBe(amount);
});

const account = { credit: '0.00', unit_price: '0.10', cycle_cost: '0.70' } as BillingAccount;

test.each<[string, Partial<BillingAccount>, boolean]>([
  ['without a cap', {}, false],
  ['with room for one', { spending_cap: '0.80', reserved_cost: '0.00' }, false],
  ['when open sessions take the room', { spending_cap: '0.80', reserved_cost: '0.10' }, true],
  ['with less left than a session costs', { spending_cap: '0.75', reserved_cost: '0.00' }, true],
  ['with credit left', { spending_cap: '0.70', reserved_cost: '0.00', credit: '0.10' }, false],
])('%s', (_case, change, reached) => {
  expect(isCapReached({ ...account, ...change })).toBe(reached);
});

test.each<[string, Partial<BillingAccount>, boolean]>([
  ['credit for one', { credit: '0.30', reserved_cost: '0.20' }, false],
  ['credit that open sessions reserve', { credit: '0.30', reserved_cost: '0.30' }, true],
  ['no credit, but enabled billing', { credit: '0.00', state: 'ACTIVE' }, false],
])('in the trial with %s', (_case, change, used) => {
  expect(isCreditUsed({ ...account, state: 'TRIAL', ...change })).toBe(used);
});

test.each<[string, Partial<BillingAccount>, string[], boolean]>([
  ['no usage limit', {}, ['500.00'], false],
  ['room for one', { usage_limit: '1.00', reserved_cost: '0.20' }, [], false],
  ['an open bill that takes the room', { usage_limit: '1.00', reserved_cost: '0.10' }, ['0.15'], true],
  ['credit left', { usage_limit: '0.70', reserved_cost: '0.00', credit: '0.10' }, [], false],
])('before the first payment with %s', (_case, change, due, reached) => {
  expect(isUsageLimitReached({ ...account, state: 'ACTIVE', ...change }, due)).toBe(reached);
});
