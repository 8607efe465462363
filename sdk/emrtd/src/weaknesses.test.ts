import { constants, createHash, privateEncrypt, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type DigestId,
  dg1Of,
  dg2Of,
  dg15Of,
  ecKeys,
  IMAGE,
  issueCertificate,
  issueSod,
  type Keys,
  nameOf,
  pssKeys,
  rsaKeys,
  TD3_MRZ,
} from '../../../tests/support/documents/documents.ts';
import { der, derInteger, derOid } from './asn1/der-values.ts';
import { createTrustStore } from './pki/trust/trust-store.ts';
import { verifyDocument } from './verify-document.ts';
import type { Weakness } from './weaknesses.ts';

const at = new Date('2026-06-01');
const subject = nameOf({ C: 'UT', CN: 'CSCA' });
const strong = ecKeys('prime256v1');

interface Case {
  signer?: Keys;
  csca?: Keys;
  digest?: DigestId;
  message_digest?: DigestId;
  more?: Map<number, Uint8Array>;
  aa_signature?: Uint8Array;
  refuse_weak?: boolean;
}

const challenge = Buffer.from('0123456789abcdef', 'hex');

function verify({
  signer = strong,
  csca = ecKeys('prime256v1'),
  more = new Map(),
  aa_signature,
  refuse_weak,
  ...options
}: Case) {
  const issuer = issueCertificate({ subject, keys: csca, serial: 1, ca: true });
  const own = issueCertificate({ subject: nameOf({ C: 'UT', CN: 'DS' }), keys: signer, issuer, serial: 22 });
  const groups = new Map<number, Uint8Array>([[1, dg1Of(TD3_MRZ)], [2, dg2Of(IMAGE)], ...more]);
  const sod = issueSod({ signer: own, issuerSubject: subject, groups, ...options });
  const trust = createTrustStore([{ name: 'list', certificates: [issuer.certificate] }]);
  const named = Object.fromEntries([...groups].map(([number, bytes]) => [`dg${number}`, bytes]));
  const files = { sod, ...named } as unknown as Parameters<typeof verifyDocument>[0]['files'];
  return verifyDocument(
    { files, challenge, ...(aa_signature && { aa_signature }) },
    { at, trust, passport_only: false, ...(refuse_weak !== undefined && { refuse_weak }) },
  );
}

const small = rsaKeys(1024);
const smallCurve = ecKeys('prime192v1');

describe('an algorithm or a key that is outdated', () => {
  test.each<[string, Case, Weakness[]]>([
    ['nothing, for a document of today', {}, []],
    ['nothing, for the least that is enough', { signer: ecKeys('brainpoolP224r1'), csca: rsaKeys(2048) }, []],
    ['the hashes of the data groups', { digest: 'sha1' }, [{ where: 'DATA_GROUPS', algorithm: 'SHA-1' }]],
    [
      'the signature of the document',
      { signer: ecKeys('prime256v1', { digest: 'sha224' }) },
      [{ where: 'SECURITY_OBJECT', algorithm: 'SHA-224' }],
    ],
    [
      'the digest that binds the content to its signature',
      { message_digest: 'sha1' },
      [{ where: 'SECURITY_OBJECT', algorithm: 'SHA-1' }],
    ],
    [
      'both digests of its signature, once where they are one',
      { signer: ecKeys('prime256v1', { digest: 'sha1' }), message_digest: 'sha224' },
      [
        { where: 'SECURITY_OBJECT', algorithm: 'SHA-224' },
        { where: 'SECURITY_OBJECT', algorithm: 'SHA-1' },
      ],
    ],
    [
      'the mask of its signature',
      { signer: pssKeys({ digest: 'sha256', mgf: 'sha1' }) },
      [{ where: 'SECURITY_OBJECT', algorithm: 'MGF1 with SHA-1' }],
    ],
    ['the RSA key of the signer', { signer: small }, [{ where: 'DOCUMENT_SIGNER', algorithm: 'RSA 1024' }]],
    ['the curve of the signer', { signer: smallCurve }, [{ where: 'DOCUMENT_SIGNER', algorithm: 'P-192' }]],
    [
      'the certificate of the signer',
      { csca: ecKeys('prime256v1', { digest: 'sha1' }) },
      [{ where: 'DOCUMENT_SIGNER', algorithm: 'SHA-1' }],
    ],
    ['the key of the CSCA', { csca: small }, [{ where: 'CSCA', algorithm: 'RSA 1024' }]],
  ])('is named where it occurs, and accepted: %s', (_, given, weaknesses) => {
    const result = verify(given);
    expect(result).toMatchObject({ verdict: 'APPROVED', weaknesses });
    expect(result.weaknesses).toHaveLength(weaknesses.length);
    expect(result.weak_algorithms).toEqual(weaknesses.map(({ algorithm }) => algorithm));
  });

  test('is listed once among the names, wherever it occurs', () => {
    const result = verify({ signer: small, csca: small });
    expect(result.weaknesses).toHaveLength(2);
    expect(result.weak_algorithms).toEqual(['RSA 1024']);
  });
});

describe('the key of Active Authentication', () => {
  /** `6A | M1 | H(M1 ‖ RND.IFD) | BC`, which means SHA-1; or the trailer `34CC` of SHA-256. */
  function answer(digest: 'sha1' | 'sha256', { privateKey }: Keys, length: number, to = challenge): Buffer {
    const trailer = Buffer.from(digest === 'sha1' ? 'bc' : '34cc', 'hex');
    const message = Buffer.alloc(length - 1 - createHash(digest).digest().length - trailer.length, 0x5c);
    const hash = createHash(digest).update(message).update(to).digest();
    const block = Buffer.concat([Buffer.of(0x6a), message, hash, trailer]);
    return privateEncrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, block);
  }
  const enough = rsaKeys(2048);
  const withKey = ({ publicKey }: Keys) => new Map([[15, dg15Of(publicKey)]]);
  const dg14 = (algorithm: string) =>
    der(0x6e, der(0x31, der(0x30, derOid('2.23.136.1.1.5'), derInteger(1), derOid(algorithm))));
  const signed = (digest: string, { privateKey }: Keys) => sign(digest, challenge, privateKey);

  test.each<[string, Case, string[]]>([
    ['RSA 1024 with SHA-1', { more: withKey(small), aa_signature: answer('sha1', small, 128) }, ['RSA 1024', 'SHA-1']],
    ['RSA 2048 with SHA-1', { more: withKey(enough), aa_signature: answer('sha1', enough, 256) }, ['SHA-1']],
    ['RSA 2048 with SHA-256', { more: withKey(enough), aa_signature: answer('sha256', enough, 256) }, []],
    ['P-192', { more: withKey(smallCurve), aa_signature: signed('sha256', smallCurve) }, ['P-192']],
    [
      'P-256 with SHA-1, as DG14 says',
      {
        more: new Map([...withKey(strong), [14, dg14('0.4.0.127.0.7.1.1.4.1.1')]]),
        aa_signature: sign('sha1', challenge, { key: strong.privateKey, dsaEncoding: 'ieee-p1363' }),
      },
      ['SHA-1'],
    ],
    ['P-256 with SHA-256', { more: withKey(strong), aa_signature: signed('sha256', strong) }, []],
    [
      'P-256 with SHA-1, which no DG14 names',
      { more: withKey(strong), aa_signature: signed('sha1', strong) },
      ['SHA-1'],
    ],
  ])('is examined too: %s', (_, given, names) => {
    const result = verify(given);
    expect(result.verdict).toBe('APPROVED');
    expect(result.weaknesses).toEqual(names.map((algorithm) => ({ where: 'ACTIVE_AUTHENTICATION', algorithm })));
  });

  test('is named without the digest of a signature that failed', () => {
    const result = verify({ more: withKey(small), aa_signature: answer('sha1', small, 128, Buffer.alloc(8)) });
    expect(result).toMatchObject({ verdict: 'REJECTED', reason: 'chip_auth_failed' });
    expect(result.weak_algorithms).toEqual(['RSA 1024']);
    const copied = verify({ more: withKey(strong), aa_signature: signed('sha1', ecKeys('prime256v1')) });
    expect(copied).toMatchObject({ reason: 'chip_auth_failed', weak_algorithms: [] });
  });
});

describe('a policy that refuses weak documents', () => {
  test.each<[string, Case, string]>([
    ['in the hashes', { digest: 'sha1' }, 'SHA-1'],
    ['in the key of the signer', { signer: small }, 'RSA 1024'],
    ['in the key of the State', { csca: smallCurve }, 'P-192'],
    ['in the key of the chip', { more: new Map([[15, dg15Of(small.publicKey)]]) }, 'RSA 1024'],
  ])('refuses one %s and names it', (_, given, name) => {
    expect(verify(given).reason).not.toBe('weak_algorithm');
    const result = verify({ ...given, refuse_weak: true });
    expect(result).toMatchObject({ verdict: 'REJECTED', reason: 'weak_algorithm' });
    expect(result.checks.document).toMatchObject({ result: 'FAILED', detail: expect.stringContaining(name) });
    expect(result.weaknesses).toEqual(verify(given).weaknesses);
  });

  test('approves a current document', () => {
    expect(verify({ refuse_weak: true }).verdict).toBe('APPROVED');
  });

  test('keeps the reason when something else is wrong', () => {
    expect(
      verify({ digest: 'sha1', more: new Map([[2, dg2Of(Buffer.from('no image'))]]), refuse_weak: true }).reason,
    ).toBe('weak_algorithm');
    expect(verify({ digest: 'sha1', more: new Map([[1, dg1Of('x')]]), refuse_weak: true }).reason).toBe('mrz_invalid');
  });
});
