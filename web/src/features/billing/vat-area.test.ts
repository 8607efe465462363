import { expect, test } from 'vitest';
import { vatRates } from '../../../../openapi/facts/vat-rates';
import { isInEu } from './eu';

test('has the 27 member states', () => {
  expect(Object.keys(vatRates)).toHaveLength(27);
});

test.each(['SE', 'ES', 'GR', 'HR', 'IE'])('%s is in the EU', (country) => expect(isInEu(country)).toBe(true));
test.each(['GB', 'NO', 'CH', 'US', 'EL', 'se', '', undefined])('%s is not in the EU', (country) =>
  expect(isInEu(country)).toBe(false),
);
