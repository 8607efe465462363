import { describe, expect, test } from 'vitest';
import {
  ecKeys,
  type Issued,
  issueCertificate,
  nameOf,
  rsaKeys,
} from '../../../../../tests/support/documents/documents.ts';
import { hasTestData, readTestData } from '../../../../../tests/support/documents/real-documents.ts';
import { issueRevocationList } from '../../../../../tests/support/documents/revocation-lists.ts';
import { readCertificate } from '../certificate.ts';
import { readMasterList } from './master-list.ts';
import { createTrustStore, type TrustSource } from './trust-store.ts';

const AT = new Date('2026-06-01');
const name = nameOf({ C: 'UT', O: 'Utopia', CN: 'CSCA' });
const csca = (serial: number, keys = ecKeys(), more = {}) =>
  issueCertificate({ subject: name, keys, serial, ca: true, ...more });
const signerOf = (issuer: Issued, more = {}) =>
  issueCertificate({ subject: nameOf({ C: 'UT', CN: 'DS' }), keys: ecKeys(), issuer, serial: 99, ...more }).certificate;
const store = (...certificates: Buffer[]) => createTrustStore([{ name: 'list', certificates }]);
const find = (trust: ReturnType<typeof store>, certificate: Buffer, at = AT) =>
  trust.findIssuer(readCertificate(certificate), at);

const old = csca(1);
const fresh = csca(2);
/** The new key, certified by the old one: same subject and issuer, but not self-signed. */
const link = issueCertificate({ subject: name, keys: fresh.keys, issuer: old, serial: 3, ca: true });

describe('the issuer of a certificate', () => {
  test('is the CSCA whose key signed it, among several of one name', () => {
    expect(find(store(old.certificate, fresh.certificate), signerOf(fresh))?.certificate.serial_number).toBe('02');
  });

  test('is found without key identifiers, and by country when the name differs', () => {
    expect(
      find(store(old.certificate, fresh.certificate), signerOf(fresh, { without_key_ids: true }))?.certificate
        .serial_number,
    ).toBe('02');
    const renamed = { ...fresh, subject: nameOf({ C: 'ut', O: 'Republic of Utopia', CN: 'CSCA 2' }) };
    expect(
      find(store(old.certificate, fresh.certificate), signerOf(renamed, { without_key_ids: true }))?.certificate
        .serial_number,
    ).toBe('02');
  });

  test('is unknown when nobody in the store signed it', () => {
    expect(find(store(old.certificate), signerOf(fresh))).toBeUndefined();
    expect(find(store(), signerOf(fresh))).toBeUndefined();
  });

  test('is a link certificate signed by a known CSCA', () => {
    expect(find(store(old.certificate, link.certificate), signerOf(fresh))?.certificate.serial_number).toBe('03');
  });

  test('is not a link certificate signed by a stranger', () => {
    expect(find(store(link.certificate), signerOf(fresh))).toBeUndefined();
    const stranger = csca(1);
    expect(find(store(stranger.certificate, link.certificate), signerOf(fresh))).toBeUndefined();
  });

  test('is a link certificate that an operator pinned', () => {
    const trust = createTrustStore([{ name: 'pinned', certificates: [link.certificate], pinned: true }]);
    expect(find(trust, signerOf(fresh))?.certificate.serial_number).toBe('03');
  });

  test('is not a certificate that a CSCA issued for another purpose than a CA', () => {
    const signer = issueCertificate({ subject: name, keys: fresh.keys, issuer: old, serial: 4 });
    expect(find(store(old.certificate, signer.certificate), signerOf(fresh))).toBeUndefined();
  });

  test('is not reached through certificates that vouch only for each other', () => {
    const keysA = ecKeys();
    const keysB = ecKeys();
    const a = issueCertificate({
      subject: name,
      keys: keysA,
      issuer: { subject: name, keys: keysB },
      serial: 5,
      ca: true,
    });
    const b = issueCertificate({
      subject: name,
      keys: keysB,
      issuer: { subject: name, keys: keysA },
      serial: 6,
      ca: true,
    });
    expect(find(store(a.certificate, b.certificate), signerOf(a))).toBeUndefined();
  });

  test('is preferably valid, then self-signed', () => {
    const expired = issueCertificate({ subject: name, keys: fresh.keys, serial: 8, ca: true, not_after: '2021-01-01' });
    expect(
      find(store(expired.certificate, old.certificate, link.certificate), signerOf(fresh))?.certificate.serial_number,
    ).toBe('03');
    expect(
      find(store(old.certificate, link.certificate, fresh.certificate), signerOf(fresh))?.certificate.serial_number,
    ).toBe('02');
    expect(find(store(expired.certificate), signerOf(fresh))?.certificate.serial_number).toBe('08');
  });

  test('is the real one, not a namesake with the same key identifier', () => {
    const impostor = csca(1, ecKeys());
    expect(find(store(impostor.certificate), signerOf(old))).toBeUndefined();
  });

  test('names its source and whether it is for specimens', () => {
    const sources: TrustSource[] = [
      { name: 'list', date: '2026-05-28', certificates: [old.certificate] },
      { name: 'specimens', certificates: [fresh.certificate], specimen: true },
    ];
    const trust = createTrustStore(sources);
    expect(find(trust, signerOf(old))?.source).toEqual({ name: 'list', date: '2026-05-28', specimen: false });
    expect(find(trust, signerOf(fresh))?.source).toEqual({ name: 'specimens', specimen: true });
  });

  test('is not a link certificate of a real list that only a specimen CSCA vouches for', () => {
    const sources: TrustSource[] = [
      { name: 'list', certificates: [link.certificate] },
      { name: 'specimens', certificates: [old.certificate], specimen: true },
    ];
    expect(find(createTrustStore(sources), signerOf(fresh))).toBeUndefined();
  });

  test('is found next to entries that cannot be read, which are reported', () => {
    const trust = store(Buffer.from('3003020101', 'hex'), old.certificate);
    expect(find(trust, signerOf(old))).toBeDefined();
    expect(trust.skipped).toMatchObject([{ source: 'list', index: 0, message: expect.stringContaining('offset') }]);
  });
});

describe('certificates', () => {
  test('with two different signature algorithms are malformed', () => {
    const altered = Buffer.from(old.certificate);
    const oid = Buffer.from('2a8648ce3d040302', 'hex');
    altered[altered.lastIndexOf(oid) + oid.length - 1] = 3;
    expect(() => readCertificate(altered)).toThrow('two different signature algorithms');
  });
});

const revocationList = (issuer: Issued, serials: number[], keys = issuer.keys) =>
  issueRevocationList(issuer, { serials, keys });

describe('revocation', () => {
  const revoked = (crl: Buffer, certificates = [old.certificate]) =>
    createTrustStore([{ name: 'list', certificates, crls: [crl] }]).isRevoked(readCertificate(signerOf(old)));

  test('applies to certificates on a list that their CSCA signed', () => {
    expect(revoked(revocationList(old, [5, 99]))).toBe(true);
    expect(revoked(revocationList(old, [5]))).toBe(false);
    expect(revoked(revocationList(old, []))).toBe(false);
  });

  test('does not apply when somebody else signed the list, or to another issuer’s serial numbers', () => {
    expect(revoked(revocationList(old, [99], ecKeys()))).toBe(false);
    const other = issueCertificate({ subject: nameOf({ C: 'XX', CN: 'Other' }), keys: rsaKeys(), serial: 1, ca: true });
    expect(revoked(revocationList(other, [99]), [old.certificate, other.certificate])).toBe(false);
  });
});

describe('the anchor of a document whose State has revoked a CSCA', () => {
  const anchorOf = (certificates: Buffer[], serials: number[], more: Partial<TrustSource> = {}) => {
    const trust = createTrustStore([{ name: 'list', certificates, crls: [revocationList(old, serials)], ...more }]);
    const anchor = find(trust, signerOf(fresh));
    return anchor && [anchor.certificate.serial_number, trust.isRevoked(anchor.certificate)];
  };
  const expired = csca(8, fresh.keys, { not_after: '2021-01-01' });

  test('is revoked with the only CSCA that signed its link certificate', () => {
    expect(anchorOf([old.certificate, link.certificate], [])).toEqual(['03', false]);
    expect(anchorOf([old.certificate, link.certificate], [1])).toEqual(['03', true]);
  });

  test('is revoked at the end of a chain of links that begins with a revoked CSCA', () => {
    const middle = csca(4);
    const [first, second] = [middle, fresh].map(({ keys }, index) =>
      issueCertificate({ subject: name, keys, issuer: [old, middle][index]!, serial: 5 + index, ca: true }),
    );
    expect(
      anchorOf(
        [old, first!, second!].map(({ certificate }) => certificate),
        [1],
      ),
    ).toEqual(['06', true]);
    const all = [old, middle, first!, second!].map(({ certificate }) => certificate);
    expect(anchorOf(all, [1]), 'the CSCA in the middle vouches for itself').toEqual(['06', false]);
  });

  test('is revoked with the self-signed certificate of its key', () => {
    expect(anchorOf([old.certificate, link.certificate, expired.certificate], [])).toEqual(['03', false]);
    expect(anchorOf([old.certificate, link.certificate, expired.certificate], [8])).toEqual(['03', true]);
  });

  test('is one that is not revoked, if there is one', () => {
    expect(anchorOf([old.certificate, link.certificate, fresh.certificate], [1])).toEqual(['02', false]);
    const other = csca(9);
    const kept = issueCertificate({
      subject: name,
      keys: fresh.keys,
      issuer: other,
      serial: 6,
      ca: true,
      not_after: '2027-01-01',
    });
    const all = [old, link, other, kept].map(({ certificate }) => certificate);
    expect(anchorOf(all, [1])).toEqual(['06', false]);
  });

  test('stays valid when an operator pinned it', () => {
    expect(anchorOf([old.certificate, link.certificate], [1], { pinned: true })).toEqual(['03', false]);
  });
});

describe.skipIf(!hasTestData)('the German master list', () => {
  const bytes = hasTestData ? readTestData('master-lists/DE_ML_2026-05-28-08-28-45.ml') : Buffer.alloc(0);
  const root = hasTestData ? readTestData('master-lists/DE_ROOT_CA_CSCA07.cer') : Buffer.alloc(0);

  test('is read when its root is pinned', () => {
    const list = readMasterList(bytes, [root]);
    expect(list).toMatchObject({
      signed_at: '2026-05-28T06:28:45.000Z',
      signer: { subject: expect.stringContaining('CN=CSCA Master List Signer') },
    });
    expect(list.certificates).toHaveLength(588);
    expect(createTrustStore([{ name: 'DE', certificates: list.certificates }]).skipped).toEqual([]);
  });

  test('holds link certificates with equal subject and issuer', () => {
    const certificates = readMasterList(bytes, [root]).certificates.map(readCertificate);
    const sameName = certificates.filter(({ subject, issuer }) => subject.key === issuer.key);
    expect(
      sameName.length - sameName.filter((certificate) => certificate.isSignedBy(certificate)).length,
    ).toBeGreaterThan(100);
  });

  test('is refused without its root, when altered, or when it is something else', () => {
    expect(() => readMasterList(bytes, [])).toThrow('None of the given roots');
    expect(() => readMasterList(bytes, [old.certificate])).toThrow('None of the given roots');
    const altered = Buffer.from(bytes);
    altered[450_000]! ^= 1;
    expect(() => readMasterList(altered, [root])).toThrow('altered');
    const signature = Buffer.from(bytes);
    signature[signature.length - 3]! ^= 1;
    expect(() => readMasterList(signature, [root])).toThrow('signature');
    expect(() => readMasterList(bytes.subarray(0, -1), [root])).toThrow('offset');
  });
});
