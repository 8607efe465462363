import type { SessionEnd } from '@sigill/reader';
import type { FailureCode } from '@sigill/sdk/portal';
import { describe, expect, test } from 'vitest';
import { marksOf } from './marks';

const statuses = (...arguments_: Parameters<typeof marksOf>) =>
  Object.fromEntries(marksOf(...arguments_).map(({ name, status }) => [name, status]));
const rejected = (code: FailureCode): SessionEnd => ({
  state: 'REJECTED',
  failure: { code, message: '', retryable: false },
});

describe('marksOf', () => {
  test('starts as pending', () => expect(new Set(Object.values(statuses(undefined)))).toEqual(new Set(['PENDING'])));

  test('has passed all checks on approval, the face only when it was requested', () => {
    const all = { issuer: 'PASSED', signature: 'PASSED', data: 'PASSED', clone: 'PASSED', face: 'PASSED' };
    expect(statuses({ state: 'APPROVED' }, true)).toEqual(all);
    expect(statuses({ state: 'APPROVED' })).toEqual({ ...all, face: 'NOT_PRESENT' });
  });

  test('has passed every check before the first failure', () =>
    expect(statuses(rejected('dg_hash_mismatch'), true)).toEqual({
      signature: 'PASSED',
      issuer: 'PASSED',
      data: 'FAILED',
      clone: 'PENDING',
      face: 'PENDING',
    }));

  test('handles codes that belong to no mark', () =>
    expect(statuses(rejected('document_expired'))).toEqual({
      signature: 'PASSED',
      issuer: 'PASSED',
      data: 'PASSED',
      clone: 'PENDING',
      face: 'NOT_PRESENT',
    }));

  test('leaves all checks pending when the document was not read', () =>
    expect(
      new Set(
        Object.values(statuses({ state: 'FAILED', failure: { code: 'nfc_lost', message: '', retryable: true } })),
      ),
    ).toEqual(new Set(['PENDING'])));
});
