import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PolicyRules } from '../../generated/operations.gen.ts';
import { judge, type SeenDocument } from './judge.ts';
import { strictest } from './session-rules.ts';

const at = new Date('2026-11-22T10:00:00Z');
const seen: SeenDocument = {
  data: {
    document_type: 'ID_CARD',
    expiry_date: '2030-01-01',
    latest_date_of_birth: '2005-01-01',
    mrz: { issuing_state: 'UTO' },
  },
  is_original: false,
  is_weak: true,
  face: 'face_mismatch',
  at,
};

const rules: fc.Arbitrary<PolicyRules> = fc.record(
  {
    document_types: fc.constantFrom<PolicyRules['document_types'][]>(['PASSPORT'], ['ID_CARD'], ['ID_CARD', 'OTHER']),
    minimum_age: fc.integer({ min: 1, max: 120 }),
    require_clone_protection: fc.boolean(),
    refuse_weak: fc.boolean(),
    face_verification: fc.boolean(),
  } as never,
  { requiredKeys: [] },
);

describe('a past session', () => {
  test.each<[string, PolicyRules, string | undefined]>([
    ['by no rules', {}, undefined],
    ['for a weakness', { refuse_weak: true }, 'weak_algorithm'],
    ['for a chip that did not prove itself', { require_clone_protection: true }, 'chip_auth_missing'],
    ['for another face', { face_verification: true }, 'face_mismatch'],
    ['for its age', { minimum_age: 30, refuse_weak: true }, 'minimum_age_not_met'],
  ])('is rejected %s', (_, given, failure_code) => {
    expect(judge(given, seen)).toEqual(failure_code ? { state: 'REJECTED', failure_code } : { state: 'APPROVED' });
  });

  test('stays rejected when the document was not genuine', () => {
    const failure_code = 'dg_hash_mismatch';
    expect(judge({}, { code: failure_code, demanded_proof: false })).toEqual({ state: 'REJECTED', failure_code });
  });

  test('cannot be judged by rules that do not ask for what rejected it', () => {
    expect(judge({}, { code: 'weak_algorithm', demanded_proof: false })).toBeUndefined();
    expect(judge({ refuse_weak: true }, { code: 'weak_algorithm', demanded_proof: false })).toBeDefined();
    expect(judge({ minimum_age: 18 }, { code: 'minimum_age_not_met', demanded_proof: false })).toBeUndefined();
    expect(judge({}, { code: 'chip_auth_missing', demanded_proof: true })).toBeUndefined();
    expect(judge({}, { code: 'chip_auth_missing', demanded_proof: false })).toBeDefined();
  });
});

test('one rule more never approves more', () => {
  const property = fc.property(rules, rules, (some, more) => {
    const stricter = { ...some, ...Object.fromEntries(Object.entries(more).filter(([name]) => !(name in some))) };
    if (judge(stricter, seen)?.state === 'APPROVED') expect(judge(some, seen)).toEqual({ state: 'APPROVED' });
  });
  fc.assert(property, { seed: Number(process.env['SEED'] ?? 1), numRuns: 1000 });
});

describe('options beside a policy', () => {
  test('add to its rules', () => {
    expect(strictest({ refuse_weak: true }, { document_types: ['PASSPORT'], require_clone_protection: true })).toEqual({
      ...{ refuse_weak: true, require_clone_protection: true, passport_only: true },
    });
    const claims = { claims: ['age_over_18' as const, 'nationality' as const] };
    expect(strictest({}, claims)).toEqual(claims);
    expect(strictest({ claims: ['nationality'] }, claims)).toEqual({ claims: ['nationality'] });
    expect(strictest({ claims: ['nationality'] }, {})).toEqual({ claims: ['nationality'] });
  });

  test.each<[keyof Parameters<typeof strictest>[0], Parameters<typeof strictest>[0], PolicyRules]>([
    ['refuse_weak', { refuse_weak: false }, { refuse_weak: true }],
    ['face_verification', { face_verification: false }, { face_verification: true }],
    ['passport_only', { passport_only: false }, { document_types: ['PASSPORT'] }],
    ['passport_only', { passport_only: true }, { document_types: ['ID_CARD'] }],
    ['claims', { claims: ['age_over_18', 'nationality'] }, { claims: ['age_over_18'] }],
  ])('are refused when %s is looser', (path, options, given) => {
    expect(() => strictest(options, given)).toThrow(
      expect.objectContaining({ status: 400, details: [expect.objectContaining({ path })] }),
    );
  });
});
