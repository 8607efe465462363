import { expect, test } from 'vitest';
import {
  ecKeys,
  type Issued,
  issueCertificate,
  nameOf,
  rsaKeys,
} from '../../../../../tests/support/documents/documents.ts';
import { DELTA, issueRevocationList } from '../../../../../tests/support/documents/revocation-lists.ts';
import { readCertificate } from '../certificate.ts';
import { readRevocationList } from './revocation.ts';
import { createTrustStore } from './trust-store.ts';

const keys = ecKeys();
const cscaOf = (C: string, CN: string, not_before = '2020-01-01', at = keys) =>
  issueCertificate({ subject: nameOf({ C, CN }), keys: at, serial: 1, ca: true, not_before });
const signerOf = (issuer: Issued, serial: number, not_before = '2021-01-01') =>
  issueCertificate({ subject: nameOf({ C: 'SE', CN: 'DS' }), keys, issuer, serial, not_before }).certificate;

const before = cscaOf('SE', 'CSCA of the police');
const after = cscaOf('SE', 'CSCA of the authority', '2024-01-01', rsaKeys());
const neighbour = cscaOf('NO', 'CSCA', '2024-01-01', rsaKeys());
const certificates = [before, after, neighbour].map(({ certificate }) => certificate);

const isRevoked = (certificate: Uint8Array, ...crls: Buffer[]) =>
  createTrustStore([{ name: 'list', certificates, crls }]).isRevoked(readCertificate(certificate));

test('applies a list under a newer name of the State to certificates of the earlier one', () => {
  const list = issueRevocationList(after, { serials: [5] });
  expect(isRevoked(signerOf(before, 5), list)).toBe(true);
  expect(isRevoked(signerOf(before, 6), list)).toBe(false);
  expect(isRevoked(before.certificate, issueRevocationList(after, { serials: [1] }))).toBe(true);
});

test('does not apply a list under an earlier name to a newer one, whose serial numbers are separate', () => {
  const certificate = signerOf(after, 5, '2024-06-01');
  expect(isRevoked(certificate, issueRevocationList(before, { serials: [5] }))).toBe(false);
});

test('keeps two names of a State apart when they publish at the same time', () => {
  const own = (next_update: string) => issueRevocationList(before, { serials: [], next_update });
  const other = issueRevocationList(after, { serials: [5], this_update: '2026-02-01' });
  expect(isRevoked(signerOf(before, 5), own('2026-04-01'), other)).toBe(false);
  expect(isRevoked(signerOf(before, 5), own('2025-04-01'), other), 'when the earlier one has ended').toBe(true);
});

test('ignores a list signed by another State, or by a stranger in the name of this one', () => {
  const forged = [
    issueRevocationList(neighbour, { serials: [5] }),
    issueRevocationList(before, { serials: [5], keys: neighbour.keys }),
    issueRevocationList(after, { serials: [5], keys: ecKeys() }),
  ];
  for (const list of forged) expect(isRevoked(signerOf(before, 5), list)).toBe(false);
  const genuine = issueRevocationList(before, { serials: [5] });
  expect(isRevoked(signerOf(before, 5), ...forged, genuine)).toBe(true);
});

test('applies the genuine list under the newer name despite a forged one under the earlier name', () => {
  const forged = issueRevocationList(before, { serials: [], next_update: '2030-01-01', keys: ecKeys() });
  const genuine = issueRevocationList(after, { serials: [5] });
  expect(isRevoked(signerOf(before, 5), forged, genuine)).toBe(true);
});

test('applies a stale list, and one of ten thousand certificates', () => {
  const stale = issueRevocationList(before, { serials: [5], this_update: '2021-02-01', next_update: '2021-03-01' });
  expect(isRevoked(signerOf(before, 5), stale)).toBe(true);
  const long = issueRevocationList(before, { serials: Array.from({ length: 10_000 }, (_, serial) => serial + 1) });
  const store = createTrustStore([{ name: 'list', certificates, crls: [long] }]);
  expect(store.skipped).toEqual([]);
  expect(store.revocationLists()[0]).toMatchObject({ source: 'list', list: { size: 10_000 } });
  expect(store.isRevoked(readCertificate(signerOf(before, 9999)))).toBe(true);
});

const PART = Buffer.from('30038101ff', 'hex'); // onlyContainsUserCerts
const OTHER_ISSUER = Buffer.from('3000', 'hex');
const KEY_COMPROMISE = Buffer.from('0a0101', 'hex');

test.each([
  ['what is new since another list', { extensions: [DELTA] }, /only changes since.*the complete list/],
  ['that, without saying that it matters', { extensions: [{ ...DELTA, critical: false }] }, /only changes since/],
  [
    'some certificates alone',
    { extensions: [{ oid: '2.5.29.28', critical: true, value: PART }] },
    /issuingDistributionPoint/,
  ],
  [
    'that, without saying that it matters',
    { extensions: [{ oid: '2.5.29.28', value: PART }] },
    /issuingDistributionPoint/,
  ],
  [
    'something unknown',
    { extensions: [{ oid: '1.2.3.4', critical: true, value: PART }] },
    /critical extension 1\.2\.3\.4/,
  ],
  [
    'certificates of another issuer',
    { entry_extensions: [{ oid: '2.5.29.29', critical: true, value: OTHER_ISSUER }] },
    /an entry has the unknown critical extension 2\.5\.29\.29/,
  ],
])('refuses a list of %s, which then revokes nothing', (_, options, reason) => {
  const list = issueRevocationList(before, { serials: [5], ...options });
  expect(() => readRevocationList(list)).toThrow(reason);
  const store = createTrustStore([{ name: 'list', certificates, crls: [list] }]);
  expect(store.skipped).toMatchObject([{ message: expect.stringMatching(reason) }]);
  expect(store.isRevoked(readCertificate(signerOf(before, 5)))).toBe(false);
});

test('accepts the extensions of Doc 9303-12, and those that change nothing', () => {
  const list = issueRevocationList(before, {
    serials: [5],
    extensions: [
      { oid: '2.5.29.20', critical: true, value: Buffer.from('020107', 'hex') },
      { oid: '2.5.29.35', value: Buffer.from('3000', 'hex') },
      { oid: '1.2.3.4', value: PART },
    ],
    entry_extensions: [{ oid: '2.5.29.21', critical: true, value: KEY_COMPROMISE }],
  });
  expect(isRevoked(signerOf(before, 5), list)).toBe(true);
});
