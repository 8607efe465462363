import { expect, test } from 'vitest';
import {
  dg1Of,
  dg2Of,
  ecKeys,
  IMAGE,
  type Issued,
  issueCertificate,
  issueSod,
  nameOf,
  TD3_MRZ,
} from '../../../../../tests/support/documents/documents.ts';
import { type DocumentFiles, verifyDocument } from '../../verify-document.ts';
import { createKnownSigners } from './known-signers.ts';
import { createTrustStore } from './trust-store.ts';

const at = new Date('2026-06-01');
const subject = nameOf({ C: 'UT', CN: 'CSCA' });
const csca = issueCertificate({ subject, keys: ecKeys('prime256v1'), ca: true });
const name = nameOf({ C: 'UT', CN: 'DS' });
const signer = issueCertificate({ subject: name, keys: ecKeys('prime256v1'), issuer: csca, not_after: '2027-01-01' });
const groups = new Map<number, Uint8Array>([
  [1, dg1Of(TD3_MRZ)],
  [2, dg2Of(IMAGE)],
]);

function documentOf(by: Issued): DocumentFiles {
  const sod = issueSod({ signer: by, issuerSubject: subject, groups });
  return { sod, dg1: groups.get(1)!, dg2: groups.get(2)! };
}

test('judges a known signer again for every document', () => {
  const trust = createTrustStore([{ name: 'test', certificates: [csca.certificate] }]);
  const verify = (files: DocumentFiles, when = at) =>
    verifyDocument({ files }, { at: when, trust, passport_only: false });
  const genuine = documentOf(signer);
  for (let time = 0; time < 3; time++) expect(verify(genuine).verdict).toBe('APPROVED');
  expect(trust.knownSigner(signer.certificate)?.serial_number).toBe('07');

  expect(verify(genuine, new Date('2028-01-01')).reason).toBe('certificate_expired');
  // A document that carries the known certificate but is signed with another key, and one whose certificate has the known names but
  // was not signed by a CSCA.
  const thief = { ...signer, keys: ecKeys('prime256v1') };
  expect(verify(documentOf(thief)).reason).toBe('sod_signature_invalid');
  const stranger = issueCertificate({ subject: name, keys: thief.keys, issuer: { subject, keys: thief.keys } });
  expect(verify(documentOf(stranger)).reason).toBe('issuer_unknown');
  expect(trust.knownSigner(stranger.certificate)).toBeUndefined();
});

test('keeps the most recently used signers', () => {
  const known = createKnownSigners<string>(2);
  const [first, second, third] = [1, 2, 3].map(
    (serial) => issueCertificate({ subject: name, keys: signer.keys, issuer: csca, serial }).certificate,
  );
  known.keep(first!, 'first');
  known.keep(second!, 'second');
  expect(known.certificate(first!)?.serial_number).toBe('01');
  known.keep(third!, 'third');
  expect([first, second, third].map((raw) => known.found(raw!))).toEqual(['first', undefined, 'third']);
});
