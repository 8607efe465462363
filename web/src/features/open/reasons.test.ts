import { expect, test } from 'vitest';
import { failureTexts } from '../sessions/failure-texts.gen';
import { reasonOf } from './reasons';
import en from './texts/en.json';

test.each(Object.keys(failureTexts))('%s has a reason and a remedy', (code) => {
  const reason = reasonOf(code)!;
  expect(en.why[reason.why]).toMatch(/\.$/);
  expect(en.remedy[reason.remedy]).toMatch(/\.$/);
});

test('every reason and every remedy belongs to a code', () => {
  const reasons = Object.keys(failureTexts).map((code) => reasonOf(code)!);
  expect(new Set(reasons.map(({ why }) => why))).toEqual(new Set(Object.keys(en.why)));
  expect(new Set(reasons.map(({ remedy }) => remedy))).toEqual(new Set(Object.keys(en.remedy)));
});

test('an unknown code has none', () => expect(reasonOf('of_tomorrow')).toBeUndefined());
