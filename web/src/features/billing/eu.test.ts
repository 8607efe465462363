import { expect, it } from 'vitest';
import { facts } from '../../content/facts';
import { isInEu } from './eu';

it('has the 27 member states, each once', () => {
  expect(new Set(facts.eu_countries).size).toBe(27);
  expect(facts.eu_countries).toHaveLength(27);
});

it.each(['SE', 'ES', 'GR', 'HR', 'IE'])('%s is in the EU', (country) => expect(isInEu(country)).toBe(true));
it.each(['GB', 'NO', 'CH', 'US', 'EL', 'se', '', undefined])('%s is not', (country) =>
  expect(isInEu(country)).toBe(false),
);
