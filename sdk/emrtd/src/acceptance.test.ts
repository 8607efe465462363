import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AcceptanceRules, refusalOf } from './acceptance.ts';

const at = new Date('2026-11-22T10:00:00Z');
const passport = {
  document_type: 'PASSPORT' as const,
  issuing_country: 'SE',
  expiry_date: '2027-05-21',
  latest_date_of_birth: '2008-11-22',
  mrz: { issuing_state: 'SWE' },
};
const judged = (rules: AcceptanceRules, document: Partial<typeof passport> = {}) =>
  refusalOf({ ...passport, ...document }, rules, at);

describe('a genuine document is refused', () => {
  test.each<[string, AcceptanceRules, string | undefined]>([
    ['by no rules', {}, undefined],
    ['for its type', { document_types: ['ID_CARD', 'OTHER'] }, 'document_type_not_allowed'],
    ['not for its type', { document_types: ['PASSPORT'] }, undefined],
    ['because its State is not allowed', { issuing_countries: { allow: ['DE', 'FR'] } }, 'country_not_allowed'],
    ['not if its State is allowed', { issuing_countries: { allow: ['DE', 'SE'] } }, undefined],
    ['not if its State is allowed by the letters of the MRZ', { issuing_countries: { allow: ['SWE'] } }, undefined],
    ['because its State is denied', { issuing_countries: { deny: ['SE'] } }, 'country_not_allowed'],
    [
      'even if the State is allowed too',
      { issuing_countries: { allow: ['SE'], deny: ['SWE'] } },
      'country_not_allowed',
    ],
    ['not on the last day that is long enough', { minimum_days_valid: 180 }, undefined],
    ['a day later', { minimum_days_valid: 181 }, 'expires_too_soon'],
    ['not on the birthday', { minimum_age: 18 }, undefined],
    ['a year before', { minimum_age: 19 }, 'minimum_age_not_met'],
    ['for the first reason', { minimum_age: 99, document_types: ['ID_CARD'] }, 'document_type_not_allowed'],
  ])('%s', (_, rules, reason) => {
    expect(judged(rules)).toBe(reason);
  });

  test('when its date of birth leaves the age open', () => {
    const { latest_date_of_birth: _, ...unknown } = passport;
    expect(refusalOf(unknown, { minimum_age: 12 }, at)).toBe('minimum_age_not_met');
    expect(refusalOf(unknown, {}, at)).toBeUndefined();
  });

  test('without an expiry date only where it must be valid for some days', () => {
    const { expiry_date: _, ...endless } = passport;
    expect(refusalOf(endless, {}, at)).toBeUndefined();
    expect(refusalOf(endless, { minimum_days_valid: 1 }, at)).toBe('expires_too_soon');
  });

  test('a document of an issuer without a code is known by its letters only', () => {
    const { issuing_country: _, ...utopia } = { ...passport, mrz: { issuing_state: 'UTO' } };
    expect(refusalOf(utopia, { issuing_countries: { allow: ['UTO'] } }, at)).toBeUndefined();
    expect(refusalOf(utopia, { issuing_countries: { allow: ['SE'] } }, at)).toBe('country_not_allowed');
    expect(refusalOf(utopia, { issuing_countries: { deny: ['UTO'] } }, at)).toBe('country_not_allowed');
  });
});

const code = fc.constantFrom('SE', 'DE', 'SWE', 'UTO', 'UNO');
const codes = fc.array(code, { minLength: 1, maxLength: 4 });
const type = fc.constantFrom('PASSPORT' as const, 'ID_CARD' as const, 'OTHER' as const);
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const document = fc.record(
  {
    document_type: type,
    issuing_country: fc.constantFrom('SE', 'DE'),
    expiry_date: day,
    latest_date_of_birth: day,
    mrz: fc.record({ issuing_state: fc.constantFrom('SWE', 'D<<', 'UTO') }),
  },
  { requiredKeys: ['document_type', 'mrz'] },
);
const rules: fc.Arbitrary<AcceptanceRules> = fc.record(
  {
    document_types: fc.array(type, { minLength: 1 }),
    issuing_countries: fc.record({ allow: codes, deny: codes }, { requiredKeys: [] }),
    minimum_days_valid: fc.integer({ min: 1, max: 3650 }),
    minimum_age: fc.integer({ min: 1, max: 120 }),
  },
  { requiredKeys: [] },
);

function both(one: AcceptanceRules, other: AcceptanceRules): AcceptanceRules {
  const shared = <T>(a?: readonly T[], b?: readonly T[]) =>
    a && b ? a.filter((value) => b.includes(value)) : (a ?? b);
  const most = (a?: number, b?: number) => (a === undefined && b === undefined ? undefined : Math.max(a ?? 0, b ?? 0));
  const allow = shared(one.issuing_countries?.allow, other.issuing_countries?.allow);
  const deny = [...(one.issuing_countries?.deny ?? []), ...(other.issuing_countries?.deny ?? [])];
  const values = {
    document_types: shared(one.document_types, other.document_types),
    minimum_days_valid: most(one.minimum_days_valid, other.minimum_days_valid),
    minimum_age: most(one.minimum_age, other.minimum_age),
  };
  const defined = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return { ...defined, issuing_countries: { ...(allow && { allow }), deny } };
}

test('stricter rules never accept more', () => {
  const acceptedByBoth = fc.property(document, rules, rules, (one, some, more) => {
    if (refusalOf(one, both(some, more), at) !== undefined) return;
    expect([refusalOf(one, some, at), refusalOf(one, more, at)]).toEqual([undefined, undefined]);
  });
  fc.assert(acceptedByBoth, { seed: Number(process.env['SEED'] ?? 1), numRuns: 2000 });
});
