import type { PolicyRules } from '@sigill/sdk/portal';
import { expect, test } from 'vitest';
import { codesIn, draftOf, isCodeList, rulesOf } from './policy-draft';

test.each<PolicyRules>([
  {},
  { document_types: ['PASSPORT', 'ID_CARD'], minimum_age: 18, claims: ['age_over_18'] },
  { issuing_countries: { allow: ['SE', 'UNO'], deny: ['DE'] }, minimum_days_valid: 180 },
  { require_clone_protection: true, refuse_weak: true, face_verification: true },
])('the form keeps the rules %j', (rules) => {
  expect(rulesOf(draftOf(rules))).toEqual(rules);
});

test('codes of States are read as people type them', () => {
  expect(codesIn(' se, DE;uno  se ')).toEqual(['SE', 'DE', 'UNO']);
  expect(isCodeList('se, Germany')).toBe(false);
});
