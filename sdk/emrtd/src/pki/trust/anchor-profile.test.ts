import { describe, expect, test } from 'vitest';
import {
  type CertificateOptions,
  ecKeys,
  issueCertificate,
  nameOf,
} from '../../../../../tests/support/documents/documents.ts';
import { isOneFamily } from '../certificate-countries.ts';
import { createTrustStore } from './trust-store.ts';

const name = (C: string) => nameOf({ C, CN: 'CSCA' });
const keys = { first: ecKeys('prime256v1'), second: ecKeys('prime256v1') };
const csca = (more: Partial<CertificateOptions> = {}) =>
  issueCertificate({ subject: name('SE'), keys: keys.first, serial: 1, ca: true, ...more });
const link = (country: string, more: Partial<CertificateOptions> = {}) =>
  issueCertificate({
    subject: name(country),
    keys: keys.second,
    issuer: { subject: name('GB'), keys: keys.first },
    serial: 2,
    ca: true,
    ...more,
  });

const refusal = (certificates: { certificate: Buffer }[], more = {}) =>
  createTrustStore([{ name: 'list', certificates: certificates.map(({ certificate }) => certificate), ...more }])
    .review()
    .at(-1)?.refused;

describe('a self-signed certificate of a list', () => {
  test('is an anchor when it is a CA certificate, with or without a key usage', () => {
    expect(refusal([csca()])).toBeUndefined();
    expect(refusal([csca({ key_usage: false })])).toBeUndefined();
  });

  test('is not an anchor unless it is marked as a CA and its key may certify', () => {
    expect(refusal([csca({ ca: false })])).toBe('not the certificate of a CA');
    expect(refusal([csca({ key_usage: 0x80 })])).toBe('the certificate of a CA whose key must not sign certificates');
  });

  test('is an anchor anyway when an operator pinned it', () => {
    expect(refusal([csca({ ca: false })], { pinned: true })).toBeUndefined();
  });
});

describe('a link certificate of a list', () => {
  const british = csca({ subject: name('GB') });

  test.each(['GB', 'gb', 'BM', 'GI'])('from GB to %s is an anchor', (country) => {
    expect(refusal([british, link(country)])).toBeUndefined();
  });

  test.each(['SE', 'IE'])('from GB to %s is not an anchor', (country) => {
    expect(refusal([british, link(country)])).toBe('link certificate that only the CSCA of another State signed');
  });

  test('is not an anchor when its key must not certify', () => {
    expect(refusal([british, link('GB', { key_usage: 0x80 })])).toContain('must not sign certificates');
  });
});

test.each([
  ['GB', 'BM', true],
  ['BM', 'GB', true],
  ['UK', 'GB', true],
  ['DK', 'GL', true],
  ['NL', 'CW', true],
  ['CN', 'HK', true],
  ['BM', 'GI', false],
  ['DE', 'AT', false],
])('%s and %s are one family: %s', (a, b, expected) => {
  expect(isOneFamily(a, b)).toBe(expected);
});
