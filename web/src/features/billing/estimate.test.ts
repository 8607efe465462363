import { expect, it } from 'vitest';
import { estimate, given_credit } from './estimate';

const account = {
  state: 'ACTIVE',
  credit: '0.00',
  unit_price: '0.10',
  monthly_commitment: '0.00',
  vat_rate: '0.25',
} as const;
const days = [
  { date: '2026-10-14', approved: 1000 },
  { date: '2026-10-15', approved: 200 },
  { date: '2026-11-02', approved: 100 },
];
const credit = (total: string) => ({
  billables: [
    { name: 'Verified identities', description: '', quantity: 250, unit_price: '0.10', total: '25.00' },
    { name: 'Credit', description: '', quantity: 1, unit_price: total, total },
  ],
});

it('new accounts are given 250 × 0.10', () => expect(given_credit).toBe('25.00'));

it('counts from the first day of the cycle, and adds VAT', () => {
  expect(estimate(account, [credit('-25.00')], days, '2026-10-15')).toEqual({
    quantity: 300,
    identities: '30.00',
    fee: '0.00',
    credit: '0.00',
    vat: '7.50',
    total: '37.50',
  });
});

it('while credit is left it has paid for everything', () => {
  const { credit, total } = estimate({ ...account, credit: '3.20' }, [], days, '2026-11-01');
  expect({ credit, total }).toEqual({ credit: '-10.00', total: '0.00' });
});

it('takes off what earlier bills did not use of a credit that is used up', () => {
  const { credit: used, vat, total } = estimate(account, [credit('-20.00')], days, '2026-10-15');
  expect({ used, vat, total }).toEqual({ used: '-5.00', vat: '6.25', total: '31.25' });
});

it('a service fee only while billing is enabled', () => {
  const standard = { ...account, unit_price: '0.01', monthly_commitment: '99.00', vat_rate: '0.00' };
  expect(estimate(standard, [credit('-25.00')], days, '2026-10-15').total).toBe('102.00');
  expect(estimate({ ...standard, state: 'INACTIVE' }, [credit('-25.00')], days, '2026-10-15').total).toBe('3.00');
});

it('nothing used, nothing owed', () => {
  expect(estimate(account, [], [], '2026-10-15')).toMatchObject({ quantity: 0, credit: '0.00', total: '0.00' });
});
