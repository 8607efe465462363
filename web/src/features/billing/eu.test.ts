import { expect, it } from 'vitest';
import { vatRates } from '../../../../facts/vat-rates';
import { isInEu } from './eu';

it('has the 27 member states', () => {
  expect(Object.keys(vatRates)).toHaveLength(27);
});

it.each(['SE', 'ES', 'GR', 'HR', 'IE'])('%s is in the EU', (country) => expect(isInEu(country)).toBe(true));
it.each(['GB', 'NO', 'CH', 'US', 'EL', 'se', '', undefined])('%s is not', (country) =>
  expect(isInEu(country)).toBe(false),
);
