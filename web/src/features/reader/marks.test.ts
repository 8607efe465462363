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
  test('waits before the end', () => expect(new Set(Object.values(statuses(undefined)))).toEqual(new Set(['PENDING'])));

  test('has passed all on approval, the face only when it was asked for', () => {
    const all = { issuer: 'PASSED', signature: 'PASSED', data: 'PASSED', clone: 'PASSED', face: 'PASSED' };
    expect(statuses({ state: 'APPROVED' }, true)).toEqual(all);
    expect(statuses({ state: 'APPROVED' })).toEqual({ ...all, face: 'NOT_PRESENT' });
  });

  test('has passed what comes before the first failure', () =>
    expect(statuses(rejected('dg_hash_mismatch'), true)).toEqual({
      signature: 'PASSED',
      issuer: 'PASSED',
      data: 'FAILED',
      clone: 'PENDING',
      face: 'PENDING',
    }));

  test('knows codes that belong to no mark', () =>
    expect(statuses(rejected('document_expired'))).toEqual({
      signature: 'PASSED',
      issuer: 'PASSED',
      data: 'PASSED',
      clone: 'PENDING',
      face: 'NOT_PRESENT',
    }));

  test('says nothing about a document that was not read', () =>
    expect(
      new Set(
        Object.values(statuses({ state: 'FAILED', failure: { code: 'nfc_lost', message: '', retryable: true } })),
      ),
    ).toEqual(new Set(['PENDING'])));
});
