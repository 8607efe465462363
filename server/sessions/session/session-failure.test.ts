import { describe, expect, test } from 'vitest';
import type { ChipFlagCode, ChipVerification, SessionFailure } from '../../generated/operations.gen.ts';
import type { Session } from './session.repository.ts';
import { failureOfSession } from './session-failure.ts';

const config = { public_url: 'https://sigill.example' };
const NOT_PRESENT = { result: 'NOT_PRESENT' } as const;

function chipWith({ flags = [], ...more }: Omit<Partial<ChipVerification>, 'flags'> & { flags?: ChipFlagCode[] }) {
  const checks = { issuer: NOT_PRESENT, signature: NOT_PRESENT, data: NOT_PRESENT, document: NOT_PRESENT };
  return JSON.stringify({
    checks: { ...checks, clone: NOT_PRESENT, portrait: NOT_PRESENT, face: NOT_PRESENT },
    clone_protection: 'NONE',
    clone_protection_offered: [],
    data_groups: [1, 2],
    data_groups_read: [1, 2],
    weak_algorithms: [],
    weaknesses: [],
    specimen: false,
    flags: flags.map((code) => ({ code, message: code })),
    ...more,
  } satisfies ChipVerification);
}

const failureOf = (session: Partial<Session>): SessionFailure | undefined => {
  const empty = { failure_code: null, failure_cause: null, chip: null, locale: null, require_clone_protection: 0 };
  return failureOfSession({ ...empty, ...session }, config).failure;
};

describe('whether a document can be retried', () => {
  const compromised = { flags: ['deviation_active_authentication_key' as const] };
  const unsupported = { flags: ['chip_authentication_unsupported' as const] };
  const active = { clone_protection_offered: ['ACTIVE_AUTHENTICATION' as const], data_groups: [1, 2, 15] };
  const chip = { clone_protection_offered: ['CHIP_AUTHENTICATION' as const], data_groups: [1, 2, 14] };
  const all = { data_groups: [1, 2, 14, 15], data_groups_read: [1, 2, 14, 15] };
  const both = { ...all, clone_protection_offered: ['ACTIVE_AUTHENTICATION' as const, 'CHIP_AUTHENTICATION' as const] };

  test.each<[string, Parameters<typeof chipWith>[0], boolean]>([
    ['has no key', {}, false],
    ['has a DG14 without a key', { data_groups: [1, 2, 14], data_groups_read: [1, 2, 14] }, false],
    ['has a DG14 that was not read', { data_groups: [1, 2, 14] }, true],
    ['offers Active Authentication', active, true],
    ['offers it with a key that its State calls compromised', { ...active, ...compromised }, false],
    ['offers that, and Chip Authentication', { ...both, ...compromised }, true],
    ['offers Chip Authentication', { ...chip, data_groups_read: [1, 2, 14] }, true],
    ['offers it of a kind that is not supported', { ...chip, data_groups_read: [1, 2, 14], ...unsupported }, false],
    ['offers that, and Active Authentication', { ...both, ...unsupported }, true],
    ['was verified before it was said', { clone_protection_offered: undefined, data_groups_read: undefined }, true],
  ])('whose chip %s, when a required proof is missing', (_, found, retryable) => {
    const session = { failure_code: 'chip_auth_missing' as const, chip: chipWith(found) };
    expect(failureOf({ ...session, require_clone_protection: 1 })).toMatchObject({ retryable });
    // When no proof is required, this code means that the reader skipped a step.
    expect(failureOf(session)).toMatchObject({ retryable: true });
  });

  test.each([
    [[1, 2, 11], true],
    [[1, 11], false],
    [[2], false],
  ])('without DG1 or DG2, when EF.SOD lists %s', (data_groups, retryable) => {
    const chip = chipWith({ data_groups });
    expect(failureOf({ failure_code: 'dg_missing', chip })).toMatchObject({ code: 'dg_missing', retryable });
  });
});

test.each([
  [null, 'https://sigill.example/failure-guide#nfc_lost'],
  ['en', 'https://sigill.example/failure-guide#nfc_lost'],
  ['es', 'https://sigill.example/es/failure-guide#nfc_lost'],
  ['sv', 'https://sigill.example/failure-guide#nfc_lost'],
] as const)('the help for a session in %s is %s', (locale, help_url) => {
  expect(failureOf({ failure_code: 'nfc_lost', locale })).toMatchObject({ help_url });
});

test('a session that did not fail has no failure', () => {
  expect(failureOf({})).toBeUndefined();
});
