import { expect, test } from 'vitest';
import { vatRates } from '../../../../openapi/facts/vat-rates';
import { hasVatNumbers } from './vat-area';

test('has the 27 member states', () => {
  expect(Object.keys(vatRates)).toHaveLength(27);
});

test.each(['SE', 'ES', 'GR', 'HR', 'IE', 'MC'])('%s has VAT numbers', (country) =>
  expect(hasVatNumbers(country)).toBe(true),
);
test.each(['GB', 'NO', 'CH', 'US', 'EL', 'se', '', undefined])('%s has no VAT numbers', (country) =>
  expect(hasVatNumbers(country)).toBe(false),
);
