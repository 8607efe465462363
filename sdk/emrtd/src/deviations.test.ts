import { createHash, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type IssuedDeviation,
  issueDeviationList,
  issueDeviationSigner,
  signerByDigest,
  signerByKeyId,
  signerByNumber,
} from '../../../tests/support/documents/deviation-lists.ts';
import {
  dg1Of,
  dg2Of,
  dg15Of,
  ecKeys,
  IMAGE,
  type Issued,
  issueCertificate,
  issueSod,
  nameOf,
  spkiOf,
  TD3_MRZ,
} from '../../../tests/support/documents/documents.ts';
import {
  issueListAuthority,
  issueMasterList,
  type ListAuthority,
  signList,
} from '../../../tests/support/documents/master-lists.ts';
import { issueRevocationList } from '../../../tests/support/documents/revocation-lists.ts';
import { der, derInteger, derOid } from './asn1/der-values.ts';
import { createTrustStore, type TrustStore } from './pki/trust/trust-store.ts';
import { verifyDocument } from './verify-document.ts';

const at = new Date('2026-06-01');
const signedAt = new Date('2024-05-30');
const subject = nameOf({ C: 'UT', CN: 'CSCA' });
const csca = issueCertificate({ subject, keys: ecKeys(), serial: 1, ca: true });
const signer = issueCertificate({ subject: nameOf({ C: 'UT', CN: 'DS' }), keys: ecKeys(), issuer: csca, serial: 33 });
const authority = issueDeviationSigner(csca);
const other = issueCertificate({ subject: nameOf({ C: 'DE', CN: 'CSCA' }), keys: ecKeys(), serial: 1, ca: true });

const groups = new Map<number, Uint8Array>([
  [1, dg1Of(TD3_MRZ)],
  [2, dg2Of(IMAGE)],
]);
const document = {
  sod: issueSod({ signer, issuerSubject: subject, groups }),
  dg1: groups.get(1)!,
  dg2: groups.get(2)!,
};

const trusting = (list: Buffer, certificates: Issued[] = [csca, other], crls: Buffer[] = []): TrustStore =>
  createTrustStore([
    { name: 'list', certificates: certificates.map(({ certificate }) => certificate), deviation_lists: [list], crls },
  ]);
const listed = (deviation: IssuedDeviation, by: ListAuthority = authority) =>
  issueDeviationList([deviation], by, signedAt);
const verify = (list: Buffer, more: Partial<typeof document> = {}) =>
  verifyDocument({ files: { ...document, ...more } }, { at, trust: trusting(list), passport_only: false });
const flags = (deviation: IssuedDeviation, by?: ListAuthority) => verify(listed(deviation, by)).flags;

const keyId = createHash('sha1').update(spkiOf(signer.keys.publicKey)).digest();
const digest = createHash('sha256').update(signer.certificate).digest();

describe('a document that its State lists as deviating', () => {
  test('is flagged in the words of the State, and still approved', () => {
    const list = listed({ type: '2.2', parameter: 12, document_type: 'P<', description: 'DG12 of 2017' });
    expect(verify(list)).toMatchObject({
      verdict: 'APPROVED',
      flags: [
        {
          code: 'deviation_data',
          message:
            'According to the deviation list of UT of 2024-05-30, the hash of DG12 in EF.SOD is wrong: DG12 of 2017',
        },
      ],
    });
  });

  test('is refused for what is wrong with it, with the flag', () => {
    const list = listed({ type: '2.2', parameter: 2 });
    expect(verify(list, { dg2: dg2Of(Buffer.concat([IMAGE, IMAGE])) })).toMatchObject({
      verdict: 'REJECTED',
      reason: 'dg_hash_mismatch',
      flags: [{ code: 'deviation_data' }],
    });
  });

  test.each<[string, IssuedDeviation]>([
    ['its signer’s number', { type: '1.1', signer: signerByNumber(subject, 33) }],
    ['its signer’s key', { type: '1.1', signer: signerByKeyId(keyId) }],
    ['its signer’s digest', { type: '1.1', signer: signerByDigest(digest) }],
    ['its number', { type: '3.1', parameter: 4, document_numbers: ['A1', 'L898902C3'] }],
    ['its type', { type: '4', document_type: 'P<' }],
    ['its time of issue, which nobody can tell', { type: '4', issued: ['20170101000000Z', '20180101000000Z'] }],
    ['nothing but the State', { type: '5' }],
    ['everything', { type: '1.4', document_type: 'P', signer: signerByKeyId(keyId), document_numbers: ['L898902C3'] }],
  ])('is found by %s', (_, deviation) => {
    expect(flags(deviation)).toHaveLength(1);
  });

  test.each<[string, IssuedDeviation]>([
    ['another number of a signer', { type: '1.1', signer: signerByNumber(subject, 34) }],
    ['another issuer of a signer', { type: '1.1', signer: signerByNumber(nameOf({ C: 'UT', CN: 'Other' }), 33) }],
    ['another key', { type: '1.1', signer: signerByKeyId(Buffer.alloc(20)) }],
    ['another digest', { type: '1.1', signer: signerByDigest(Buffer.alloc(32)) }],
    ['other numbers', { type: '3.1', document_numbers: ['L898902C', 'L898902C36'] }],
    ['another type', { type: '4', document_type: 'ID' }],
    ['one thing right and one wrong', { type: '4', document_type: 'P<', document_numbers: ['A1'] }],
  ])('is not found by %s', (_, deviation) => {
    expect(flags(deviation)).toEqual([]);
  });

  test.each([
    ['1', undefined, 'deviation_certificate'],
    ['1.2', undefined, 'deviation_certificate'],
    ['1.4', undefined, 'deviation_active_authentication_key'],
    ['2.1', undefined, 'deviation_data'],
    ['3.2', 8, 'deviation_mrz'],
    ['4', undefined, 'deviation_chip'],
    ['5', undefined, 'deviation_other'],
    ['9.9', undefined, 'deviation_other'],
  ])('of type %s is flagged in readable words', (type, parameter, code) => {
    const [flag] = flags({ type, ...(parameter !== undefined && { parameter }) });
    expect(flag?.code).toBe(code);
    expect(flag?.message).not.toMatch(/#|undefined/);
  });

  test('is not a document of another State', () => {
    expect(flags({ type: '4' }, issueDeviationSigner(other, 'DE'))).toEqual([]);
  });

  test('is found among tens of thousands of numbers', () => {
    const many = Array.from({ length: 50_000 }, (_, index) => `CA${index}`);
    expect(flags({ type: '2.2', parameter: 12, document_numbers: [...many, 'L898902C3'] })).toHaveLength(1);
  });
});

describe('the numbers in a deviation', () => {
  const withNumbers = (content: Buffer) => {
    const documents = der(0x30, der(0xa5, content));
    const described = der(0x31, der(0x30, derOid('2.23.136.1.1.7.4')));
    const list = der(0x30, derInteger(0), der(0x31, der(0x30, documents, described)));
    return trusting(signList('2.23.136.1.1.7', list, authority, signedAt));
  };

  test.each(['0c', '13', '16'])('are read from texts of type %s', (tag) => {
    const number = Buffer.concat([Buffer.from(`${tag}09`, 'hex'), Buffer.from('L898902C3')]);
    expect([...withNumbers(number).deviations[0]!.deviations[0]!.document_numbers!]).toEqual(['L898902C3']);
  });

  test.each([
    ['an integer', '020101'],
    ['a text that is cut off', '130541'],
    ['a text of many bytes', `138181${'41'.repeat(128)}`],
    ['a tag alone', '13'],
  ])('are not read from %s', (_, hex) => {
    const { deviations, skipped } = withNumbers(Buffer.from(hex, 'hex'));
    expect(deviations).toEqual([]);
    expect(skipped[0]?.message).toMatch(/offset/);
  });
});

describe('a chip whose key its State calls compromised', () => {
  const chip = ecKeys('prime256v1');
  const challenge = Buffer.from('a0a1a2a3a4a5a6a7', 'hex');
  const dg15 = dg15Of(chip.publicKey);
  const listing = (type: string) => trusting(listed({ type }));
  const prove = (trust: TrustStore, more: { by?: typeof chip; require_clone_protection?: boolean } = {}) => {
    const { by = chip, ...policy } = more;
    const files = {
      ...document,
      dg15,
      sod: issueSod({ signer, issuerSubject: subject, groups: new Map([...groups, [15, dg15]]) }),
    };
    const aa_signature = sign('sha256', challenge, by.privateKey);
    return verifyDocument({ files, challenge, aa_signature }, { at, trust, passport_only: false, ...policy });
  };

  test('proves nothing with that key, and is approved when no proof is required', () => {
    expect(prove(listing('1.4'))).toMatchObject({
      verdict: 'APPROVED',
      clone_protection: 'NONE',
      checks: { clone: { result: 'NOT_PRESENT', detail: expect.stringContaining('may be compromised') } },
    });
    expect(prove(listing('1.2'))).toMatchObject({ verdict: 'APPROVED', clone_protection: 'ACTIVE_AUTHENTICATION' });
  });

  test('is refused when a proof is required', () => {
    const asked = { require_clone_protection: true };
    expect(prove(listing('1.4'), asked)).toMatchObject({ verdict: 'REJECTED', reason: 'chip_auth_missing' });
    expect(prove(listing('1.2'), asked).verdict).toBe('APPROVED');
  });

  test('is refused for a wrong signature, like any chip', () => {
    const stranger = ecKeys('prime256v1');
    expect(prove(listing('1.4'), { by: stranger })).toMatchObject({ verdict: 'REJECTED', reason: 'chip_auth_failed' });
  });
});

describe('a deviation list is skipped with a reason', () => {
  const deviation: IssuedDeviation = { type: '4', description: 'Broken antenna' };
  const genuine = listed(deviation);

  test.each([
    ['it was altered', () => Buffer.from(genuine.toString('latin1').replace('Broken', 'Golden'), 'latin1')],
    ['a stranger issued its signer', () => listed(deviation, issueDeviationSigner({ ...csca, keys: ecKeys() }))],
    ['its signer is one of master lists', () => listed(deviation, issueDeviationSigner(csca, 'UT', '2.23.136.1.1.3'))],
    ['its signer is one of mail', () => listed(deviation, issueDeviationSigner(csca, 'UT', '1.3.6.1.5.5.7.3.4'))],
    ['its signer names another State than its CSCA', () => listed(deviation, issueDeviationSigner(csca, 'DE'))],
    [
      'it was signed before its signer was certified',
      () => issueDeviationList([deviation], authority, new Date('2012-01-01')),
    ],
    [
      'somebody else signed it',
      () => listed(deviation, { root: csca, signer: { ...authority.signer, keys: ecKeys() } }),
    ],
    [
      'it says that it is a master list',
      () => signList('2.23.136.1.1.2', der(0x30, derInteger(0), der(0x31)), authority, signedAt),
    ],
    ['it is a master list', () => issueMasterList([], issueListAuthority(), signedAt)],
    ['it is nothing', () => Buffer.of(0x30, 0)],
  ])('because %s', (_, make) => {
    const trust = trusting(make());
    expect(trust.deviations).toEqual([]);
    expect(trust.skipped).toMatchObject([{ source: 'list', index: 0, message: expect.any(String) }]);
  });

  test('because its signer is revoked', () => {
    const crl = issueRevocationList(csca, { serials: [Buffer.from('00deface', 'hex')] });
    expect(trusting(genuine, [csca], [crl])).toMatchObject({
      deviations: [],
      skipped: [{ message: 'The certificate of its signer is revoked' }],
    });
  });

  test('unless nothing of this applies', () => {
    const { deviations, skipped } = trusting(genuine);
    expect(skipped).toEqual([]);
    expect(deviations).toMatchObject([{ country: 'UT', signed_at: '2024-05-30T00:00:00.000Z' }]);
  });
});
