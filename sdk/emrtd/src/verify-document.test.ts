import { sign, X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  dg1Of,
  dg2Of,
  dg15Of,
  ecKeys,
  IMAGE,
  type Issued,
  issueCertificate,
  issueSod,
  type Keys,
  nameOf,
  rsaKeys,
  type SodOptions,
  signatureAlgorithm,
  signWith,
  TD3_MRZ,
} from '../../../tests/support/documents/documents.ts';
import { hasTestData, readTestData } from '../../../tests/support/documents/real-documents.ts';
import { der, derBitString, derInteger, derOid } from './asn1/der-values.ts';
import { firstReason, REASON_CODES, type ReasonCode } from './check.ts';
import { checkDigit } from './mrz/check-digit.ts';
import { createTrustStore, type TrustSource } from './pki/trust/trust-store.ts';
import { type DocumentFiles, type Evidence, type Policy, verifyDocument, verifyMaterial } from './verify-document.ts';

const AT = new Date('2026-11-21T10:00:00Z');
const cscaName = nameOf({ C: 'UT', O: 'Utopia', CN: 'CSCA' });
const csca = issueCertificate({
  subject: cscaName,
  keys: ecKeys('brainpoolP384r1', { digest: 'sha384' }),
  serial: 1,
  ca: true,
});
const signerName = nameOf({ C: 'UT', CN: 'DS 1' });
const signerKeys = ecKeys();
const signer = issueCertificate({ subject: signerName, keys: signerKeys, issuer: csca, serial: 21 });
const specimens: TrustSource = {
  name: 'specimens',
  date: '2026-01-01',
  certificates: [csca.certificate],
  specimen: true,
};

const fingerprintOf = ({ certificate }: Issued) =>
  new X509Certificate(certificate).fingerprint256.replaceAll(':', '').toLowerCase();

const dg1 = dg1Of(TD3_MRZ);
const dg2 = dg2Of(IMAGE);
const chip = ecKeys('prime256v1');
const dg15 = dg15Of(chip.publicKey);
const challenge = Buffer.from('0011223344556677', 'hex');
const aa_signature = sign('sha256', challenge, { key: chip.privateKey, dsaEncoding: 'ieee-p1363' });

const policy = (more: Partial<Policy> = {}): Policy => ({
  at: AT,
  trust: createTrustStore([specimens]),
  passport_only: false,
  ...more,
});

function files(groups: Record<number, Uint8Array>, options: Partial<SodOptions> = {}): DocumentFiles {
  const sod = issueSod({
    signer,
    issuerSubject: cscaName,
    groups: new Map(Object.entries(groups).map(([n, bytes]) => [Number(n), bytes])),
    ...options,
  });
  const named = Object.fromEntries(Object.entries(groups).map(([number, bytes]) => [`dg${number}`, bytes]));
  return { ...named, sod } as unknown as DocumentFiles;
}

const verify = (given: DocumentFiles, more: Partial<Policy> = {}, proof: Omit<Evidence, 'files'> = {}) =>
  verifyDocument({ files: given, ...proof }, policy(more));

const issuedBy = (keys: Keys, more = {}) =>
  issueCertificate({ subject: signerName, keys, issuer: csca, serial: 22, ...more });

function mrz(
  change: (fields: { code: string; state: string; nationality: string; birth: string; expiry: string }) => void,
): string {
  const fields = { code: 'P<', state: 'UTO', nationality: 'UTO', birth: '740812', expiry: '310415' };
  change(fields);
  const first = `${fields.code}${fields.state}ERIKSSON<<ANNA<MARIA`.padEnd(44, '<');
  const number = 'L898902C36';
  const dates = [fields.birth, fields.expiry].map((date) => `${date}${checkDigit(date)}`);
  const optional = 'ZE184226B<<<<<1';
  return `${first}${number}${fields.nationality}${dates.join('F')}${optional}${checkDigit(number + dates.join('') + optional)}`;
}

describe('a genuine document', () => {
  test('is approved, with its data, portrait, signer and anchor', () => {
    expect(verify(files({ 1: dg1, 2: dg2 }))).toEqual({
      verdict: 'APPROVED',
      checks: {
        issuer: { result: 'PASSED' },
        signature: { result: 'PASSED' },
        data: { result: 'PASSED' },
        document: { result: 'PASSED' },
        clone: { result: 'NOT_PRESENT', detail: expect.any(String) },
        portrait: { result: 'PASSED' },
        face: { result: 'NOT_PRESENT', detail: expect.any(String) },
      },
      clone_protection: 'NONE',
      clone_protection_offered: [],
      data_groups: [1, 2],
      data_groups_read: [1, 2],
      digest_algorithm: 'SHA-256',
      signature_algorithm: 'ECDSA with SHA-256',
      signer: {
        subject: 'C=UT, CN=DS 1',
        issuer: 'C=UT, O=Utopia, CN=CSCA',
        serial_number: '15',
        not_before: '2020-01-01T00:00:00.000Z',
        not_after: '2035-01-01T00:00:00.000Z',
        fingerprint: fingerprintOf(signer),
      },
      trust_anchor: {
        subject: 'C=UT, O=Utopia, CN=CSCA',
        country: 'UT',
        source: 'specimens',
        source_date: '2026-01-01',
        fingerprint: fingerprintOf(csca),
      },
      weak_algorithms: [],
      weaknesses: [],
      flags: [],
      specimen: true,
      data: {
        given_names: 'ANNA MARIA',
        surname: 'ERIKSSON',
        sex: 'FEMALE',
        date_of_birth: '1974-08-12',
        latest_date_of_birth: '1974-08-12',
        personal_number: 'ZE184226B',
        document_type: 'PASSPORT',
        document_number: 'L898902C3',
        expiry_date: '2031-04-15',
        issuer: 'UTO',
        mrz: {
          document_code: 'P',
          issuing_state: 'UTO',
          nationality: 'UTO',
          surname: 'ERIKSSON',
          given_names: 'ANNA MARIA',
          date_of_birth: '740812',
        },
        sources: {
          given_names: 'DG1',
          surname: 'DG1',
          sex: 'DG1',
          date_of_birth: 'DG1',
          latest_date_of_birth: 'DG1',
          personal_number: 'DG1',
          document_type: 'DG1',
          document_number: 'DG1',
          expiry_date: 'DG1',
          issuer: 'DG1',
        },
      },
      portrait: { format: 'jpeg', bytes: IMAGE },
    });
  });

  test.each([
    ['RSA', () => rsaKeys()],
    ['RSASSA-PSS', () => rsaKeys(2048, { scheme: 'pss' })],
    ['RSASSA-PSS with SHA-512', () => rsaKeys(2048, { scheme: 'pss', digest: 'sha512' })],
    ['ECDSA on a named curve', () => ecKeys('prime256v1', { explicit: false })],
    ['ECDSA on P-521 with SHA-512', () => ecKeys('secp521r1', { digest: 'sha512' })],
  ])('is approved when signed with %s', (_, keys) => {
    expect(verify(files({ 1: dg1, 2: dg2 }, { signer: issuedBy(keys()) })).verdict).toBe('APPROVED');
  });

  test.each([
    ['with indefinite lengths and the content in pieces', { indefinite: true }],
    ['with content of type id-data', { content_type: '1.2.840.113549.1.7.1' }],
    ['with the signer named by serial number alone', { identifier: { issuer: signerName, serial: 21 } }],
    ['with a signer identifier that fits nothing', { identifier: { issuer: signerName, serial: 5 } }],
    ['of type id-data without signed attributes', { content_type: '1.2.840.113549.1.7.1', without_attributes: true }],
    ['with signed attributes that are not sorted', { unsorted_attributes: true }],
    ['with hashes of SHA-512', { digest: 'sha512' }],
  ] as [string, Partial<SodOptions>][])('is approved %s', (_, options) => {
    expect(verify(files({ 1: dg1, 2: dg2 }, options)).verdict).toBe('APPROVED');
  });

  test.each([
    ['2026-11-21', '2026-11-21'],
    // In the earliest time zone, that day has already begun.
    ['2026-11-22', '2026-11-22', '2026-11-21T10:00:00Z'],
    ['2026-11-22', undefined, '2026-11-21T09:59:00Z'],
    ['2099-12-31', undefined],
    ['2026-02-30', undefined],
  ])('issued on %s according to DG12, reports %s', (day, issue_date, at = '2026-11-21T00:00:00Z') => {
    const dg12 = der(0x6c, tlv('5f26', day.replaceAll('-', '')));
    const { verdict, data } = verify(files({ 1: dg1, 2: dg2, 12: dg12 }), { at: new Date(at) });
    expect([verdict, data?.issue_date, data?.sources.issue_date]).toEqual([
      'APPROVED',
      issue_date,
      issue_date && 'DG12',
    ]);
  });

  test('is flagged for SHA-1 and SHA-224', () => {
    const weak = issuedBy(ecKeys('brainpoolP224r1', { digest: 'sha224' }));
    const result = verify(files({ 1: dg1, 2: dg2 }, { signer: weak, digest: 'sha1' }));
    expect(result).toMatchObject({ verdict: 'APPROVED', weak_algorithms: ['SHA-1', 'SHA-224'] });
  });

  const tlv = (tag: string, text: string | Uint8Array) => {
    const content = Buffer.from(text as string);
    return Buffer.concat([Buffer.from(tag, 'hex'), Buffer.of(content.length), content]);
  };

  test('takes names, birth century, personal number and authority from DG11 and DG12, and says so', () => {
    const dg11 = der(0x6b, tlv('5f0e', 'Ériksson<<Anna<María'), tlv('5f10', '740812-1234'), tlv('5f2b', '18740812'));
    const dg12 = der(0x6c, tlv('5f19', 'Ministry of Utopia'), tlv('5f26', '20210415'));
    const { data } = verify(files({ 1: dg1, 2: dg2, 11: dg11, 12: dg12 }));
    expect(data).toMatchObject({
      surname: 'Ériksson',
      given_names: 'Anna María',
      personal_number: '740812-1234',
      date_of_birth: '1874-08-12',
      issue_date: '2021-04-15',
      issuer: 'Ministry of Utopia',
      mrz: { surname: 'ERIKSSON', given_names: 'ANNA MARIA', date_of_birth: '740812' },
    });
    expect(Object.entries(data!.sources).filter(([, group]) => group !== 'DG1')).toEqual([
      ['surname', 'DG11'],
      ['given_names', 'DG11'],
      ['date_of_birth', 'DG11'],
      ['latest_date_of_birth', 'DG11'],
      ['personal_number', 'DG11'],
      ['issue_date', 'DG12'],
      ['issuer', 'DG12'],
    ]);
  });

  test.each([
    ['740812', '18740813', '1974-08-12', 'DG1'],
    ['740812', '19740812', '1974-08-12', 'DG1'],
    ['740812', '19740800', '1974-08-12', 'DG1'],
    ['740812', '18740000', '1874-08-12', 'DG11'],
    ['7408<<', '19740812', '1974-08-12', 'DG11'],
    ['7408<<', '19740800', '1974-08', 'DG1'],
    ['740800', '18740800', '1874-08', 'DG11'],
    ['74<<<<', '19740812', '1974-08-12', 'DG11'],
    ['740000', '19740000', '1974', 'DG1'],
    ['<<<<<<', '19740800', '1974-08', 'DG11'],
    ['<<<<<<', '00000000', undefined, undefined],
    ['000000', '19740812', '1974-08-12', 'DG11'],
    ['000000', '19740000', '1974', 'DG11'],
    ['000000', '20000000', undefined, undefined],
    ['<<<<<<', '19000000', undefined, undefined],
    ['7402<<', '19740231', '1974-02', 'DG1'],
  ])('born %s in the MRZ and %s in DG11 reports the birth date %s from %s', (field, full, expected, source) => {
    const text = mrz((fields) => {
      fields.birth = field;
    });
    const { data } = verify(files({ 1: dg1Of(text), 2: dg2, 11: der(0x6b, tlv('5f2b', full)) }));
    const name = expected?.length === 10 ? 'date_of_birth' : 'partial_date_of_birth';
    expect([data?.[name], data?.sources[name]]).toEqual([expected, source]);
    expect(Boolean(data?.date_of_birth && data.partial_date_of_birth)).toBe(false);
  });

  test.each([
    ['740812', '1974-08-12'],
    ['7402<<', '1974-02-28'],
    ['7602<<', '1976-02-29'],
    ['74<<<<', '1974-12-31'],
    ['<<<<<<', undefined],
  ])('with the birth date field %s has the latest date of birth %s', (field, latest) => {
    const text = mrz((fields) => {
      fields.birth = field;
    });
    expect(verify(files({ 1: dg1Of(text), 2: dg2 })).data?.latest_date_of_birth).toBe(latest);
  });

  test.each(['XXA', 'XXB', 'D', 'GBD'])('keeps the code %s of the MRZ next to that of ISO 3166', (code) => {
    const text = mrz((fields) => {
      fields.nationality = code.padEnd(3, '<');
    });
    const { data } = verify(files({ 1: dg1Of(text), 2: dg2 }));
    expect([data?.mrz.nationality, data?.nationality]).toEqual([code, { D: 'DE', GBD: 'GB' }[code]]);
  });

  test('lists the groups that the reader withheld, and returns the signature of DG7', () => {
    const dg7 = der(0x67, Buffer.from('020101', 'hex'), tlv('5f43', IMAGE));
    const given = files({ 1: dg1, 2: dg2, 7: dg7, 11: der(0x6b, tlv('5f10', '1')), 16: Buffer.from('7000', 'hex') });
    expect(verify(given)).toMatchObject({
      verdict: 'APPROVED',
      data_groups: [1, 2, 7, 11, 16],
      data_groups_read: [1, 2, 7, 11],
      signature_image: { format: 'jpeg', bytes: IMAGE },
    });
    const { verdict, signature_image } = verify(files({ 1: dg1, 2: dg2, 7: Buffer.from('6703020101', 'hex') }));
    expect([verdict, signature_image]).toEqual(['APPROVED', undefined]);
    expect(verify({ ...given, dg7: Buffer.from('67') })).toMatchObject({ reason: 'dg_hash_mismatch' });
  });

  test('is read although its signer announced a digest other than the one it used', () => {
    const { sod, ...groups } = files({ 1: dg1, 2: dg2 });
    const announced = Buffer.from(sod);
    const oid = announced.indexOf(derOid('2.16.840.1.101.3.4.2.1'));
    announced[oid + 10] = 3;
    expect(announced.equals(sod)).toBe(false);
    expect(verify({ ...groups, sod: announced }).verdict).toBe('APPROVED');
  });

  test('ignores EF.COM and groups that the security object does not list', () => {
    const given = { ...files({ 1: dg1, 2: dg2 }), dg15, com: Buffer.from('6000', 'hex'), dg11: Buffer.from('not BER') };
    expect(verify(given, {}, { challenge, aa_signature })).toMatchObject({
      verdict: 'APPROVED',
      clone_protection: 'NONE',
      data_groups: [1, 2],
    });
  });

  test('is not refused for a DG11 that its issuer wrote wrongly', () => {
    expect(verify(files({ 1: dg1, 2: dg2, 11: Buffer.from('6b0501', 'hex') })).verdict).toBe('APPROVED');
  });

  test('is valid until the end of its last day', () => {
    expect(verify(files({ 1: dg1, 2: dg2 }), { at: new Date('2031-04-15T23:59:59Z') }).verdict).toBe('APPROVED');
    expect(verify(files({ 1: dg1, 2: dg2 }), { at: new Date('2031-04-16T00:00:00Z') }).reason).toBe('document_expired');
  });
});

describe('a chip that can prove that it is not a copy', () => {
  const genuine = files({ 1: dg1, 2: dg2, 15: dg15 });

  test('is approved with its proof', () => {
    const result = verify(genuine, {}, { challenge, aa_signature });
    expect(result).toMatchObject({
      verdict: 'APPROVED',
      clone_protection: 'ACTIVE_AUTHENTICATION',
      checks: { clone: { result: 'PASSED' } },
    });
  });

  test.each<[string, ReasonCode, DocumentFiles, Omit<Evidence, 'files'>]>([
    ['without the proof', 'chip_auth_missing', genuine, { challenge }],
    ['without a challenge', 'chip_auth_missing', genuine, { aa_signature }],
    [
      'without DG15',
      'chip_auth_missing',
      { ...genuine, dg15: undefined } as unknown as DocumentFiles,
      { challenge, aa_signature },
    ],
    ['with an older proof', 'chip_auth_failed', genuine, { challenge: Buffer.alloc(8, 1), aa_signature }],
    [
      'with the proof of another key',
      'chip_auth_failed',
      genuine,
      { challenge, aa_signature: signWith(ecKeys('prime256v1'), challenge) },
    ],
    [
      'with another DG15',
      'dg_hash_mismatch',
      { ...genuine, dg15: dg15Of(ecKeys('prime256v1').publicKey) },
      { challenge, aa_signature },
    ],
  ])('is refused %s: %s', (_, reason, given, proof) => {
    expect(verify(given, {}, proof)).toMatchObject({ verdict: 'REJECTED', reason, clone_protection: 'NONE' });
  });

  test('is verified although its issuer wrote DG14 wrongly, but not if it wrote DG15 wrongly', () => {
    const wrong = Buffer.from('6e043102aaaa', 'hex');
    expect(verify(files({ 1: dg1, 2: dg2, 14: wrong, 15: dg15 }), {}, { challenge, aa_signature })).toMatchObject({
      verdict: 'APPROVED',
      clone_protection: 'ACTIVE_AUTHENTICATION',
    });
    const none = files({ 1: dg1, 2: dg2, 15: Buffer.from('6f00', 'hex') });
    expect(verify(none, {}, { challenge, aa_signature })).toMatchObject({ reason: 'unsupported_algorithm' });
  });

  test('proves nothing when its data are not authentic', () => {
    const result = verify(genuine, { trust: createTrustStore([]) }, { challenge, aa_signature });
    expect(result).toMatchObject({
      reason: 'issuer_unknown',
      clone_protection: 'NONE',
      checks: { clone: { result: 'NOT_PRESENT' } },
    });
  });
});

function revocationList(issuer: Issued, serial: number): Buffer {
  const time = der(0x18, Buffer.from('20260101000000Z'));
  const revoked = der(0x30, der(0x30, derInteger(serial), time));
  const tbs = der(0x30, signatureAlgorithm(issuer.keys), issuer.subject, time, revoked);
  return der(0x30, tbs, signatureAlgorithm(issuer.keys), derBitString(signWith(issuer.keys, tbs)));
}

/** The first element of SignedData is its version. */
function withVersion(sod: Uint8Array, version: number): Buffer {
  const copy = Buffer.from(sod);
  copy[copy.indexOf(Buffer.from('020103', 'hex')) + 2] = version;
  return copy;
}

describe('a document is refused', () => {
  const good = files({ 1: dg1, 2: dg2 });
  const altered = (bytes: Buffer, at: number) => Buffer.from(bytes.map((byte, i) => (i === at ? byte ^ 1 : byte)));
  const withMrz = (text: string) => files({ 1: dg1Of(text), 2: dg2 });
  const binaryCurve = Buffer.from(signer.certificate);
  binaryCurve[binaryCurve.indexOf(derOid('1.2.840.10045.1.1')) + 8] = 2;

  test.each<[ReasonCode, string, DocumentFiles, Partial<Policy>]>([
    ['malformed', 'for bytes that are not a security object', { ...good, sod: Buffer.from('77023000', 'hex') }, {}],
    ['malformed', 'for an empty security object', { ...good, sod: new Uint8Array() }, {}],
    [
      'unsupported_algorithm',
      'for signed data of a version that no security object has',
      { ...good, sod: withVersion(good.sod, 4) },
      {},
    ],
    [
      'unsupported_algorithm',
      'for content of a strange type',
      files({ 1: dg1, 2: dg2 }, { content_type: '1.2.3.4' }),
      {},
    ],
    [
      'mrz_invalid',
      'for a DG1 without MRZ that its issuer signed',
      files({ 1: Buffer.from('6100', 'hex'), 2: dg2 }),
      {},
    ],
    [
      'portrait_unreadable',
      'for a DG2 without a template that its issuer signed',
      files({ 1: dg1, 2: Buffer.from('7500', 'hex') }),
      {},
    ],
    [
      'unsupported_algorithm',
      'for a signer’s key on a binary curve',
      files({ 1: dg1, 2: dg2 }, { signer: { ...signer, certificate: binaryCurve } }),
      {},
    ],
    [
      'sod_digest_mismatch',
      'for hashes changed after signing',
      files({ 1: dg1, 2: dg2 }, { tamper_content: (content) => altered(content as Buffer, content.length - 1) }),
      {},
    ],
    [
      'sod_signature_invalid',
      'for a wrong signature',
      { ...good, sod: altered(good.sod as Buffer, good.sod.length - 1) },
      {},
    ],
    [
      'unsupported_algorithm',
      'when only a type that is not id-data stands beside the content, and is not signed',
      files({ 1: dg1, 2: dg2 }, { without_attributes: true }),
      {},
    ],
    [
      'sod_signature_invalid',
      'for content changed where no attributes are signed',
      files(
        { 1: dg1, 2: dg2 },
        {
          content_type: '1.2.840.113549.1.7.1',
          without_attributes: true,
          tamper_content: (content) => altered(content as Buffer, content.length - 1),
        },
      ),
      {},
    ],
    ['issuer_unknown', 'for an unknown issuer', good, { trust: createTrustStore([]) }],
    [
      'issuer_unknown',
      'for a namesake of the issuer',
      files(
        { 1: dg1, 2: dg2 },
        {
          signer: issueCertificate({
            subject: signerName,
            keys: ecKeys(),
            issuer: { subject: cscaName, keys: ecKeys() },
          }),
        },
      ),
      {},
    ],
    [
      'issuer_unknown',
      'without the signer’s certificate',
      files({ 1: dg1, 2: dg2 }, { without_certificate: true }),
      {},
    ],
    [
      'issuer_unknown',
      'when a signer of master lists signed it',
      files({ 1: dg1, 2: dg2 }, { signer: issuedBy(ecKeys(), { extended_key_usage: '2.23.136.1.1.3' }) }),
      {},
    ],
    [
      'issuer_unknown',
      'when a certificate for other uses signed it',
      files({ 1: dg1, 2: dg2 }, { signer: issuedBy(ecKeys(), { key_usage: 0x20 }) }),
      {},
    ],
    [
      'certificate_expired',
      'for an expired signer',
      files({ 1: dg1, 2: dg2 }, { signer: issuedBy(ecKeys(), { not_after: '2026-11-20' }) }),
      {},
    ],
    [
      'certificate_expired',
      'for a signer of the future',
      files({ 1: dg1, 2: dg2 }, { signer: issuedBy(ecKeys(), { not_before: '2027-01-01' }) }),
      {},
    ],
    [
      'certificate_revoked',
      'for a revoked signer',
      good,
      { trust: createTrustStore([{ ...specimens, crls: [revocationList(csca, 21)] }]) },
    ],
    [
      'country_mismatch',
      'when the State is not that of the certificates',
      withMrz(
        mrz((fields) => {
          fields.state = 'D<<';
        }),
      ),
      {},
    ],
    [
      'country_mismatch',
      'when the signer names another country than its CSCA',
      files(
        { 1: dg1, 2: dg2 },
        { signer: issueCertificate({ subject: nameOf({ C: 'DE', CN: 'DS' }), keys: ecKeys(), issuer: csca }) },
      ),
      {},
    ],
    ['dg_hash_mismatch', 'for a changed DG1', { ...good, dg1: altered(dg1, 20) }, {}],
    [
      'dg_hash_mismatch',
      'for the portrait of another person',
      { ...good, dg2: dg2Of(Buffer.concat([IMAGE, IMAGE])) },
      {},
    ],
    ['dg_hash_mismatch', 'for a DG1 that is not even BER', { ...good, dg1: Buffer.from('garbage') }, {}],
    ['dg_missing', 'without DG2', { sod: good.sod, dg1 }, {}],
    ['dg_missing', 'without DG1', { sod: good.sod, dg2 }, {}],
    ['dg_missing', 'for a DG2 that the security object does not list', { ...files({ 1: dg1 }), dg2 }, {}],
    [
      'mrz_invalid',
      'for a wrong check digit that its issuer signed',
      withMrz(TD3_MRZ.replace('L898902C36', 'L898902C37')),
      {},
    ],
    [
      'document_expired',
      'when it has expired',
      withMrz(
        mrz((fields) => {
          fields.expiry = '261120';
        }),
      ),
      {},
    ],
    [
      'document_type_not_allowed',
      'when only passports are accepted',
      withMrz(
        mrz((fields) => {
          fields.code = 'I<';
        }),
      ),
      { passport_only: true },
    ],
    [
      'portrait_unreadable',
      'for a portrait that is not an image',
      files({ 1: dg1, 2: dg2Of(Buffer.from('no image')) }),
      {},
    ],
  ])('with %s %s', (reason, _, given, more) => {
    const result = verify(given, more);
    expect(result).toMatchObject({ verdict: 'REJECTED', reason });
    expect(Object.values(result.checks).some((check) => check.code === reason)).toBe(true);
  });

  test('for the first of several reasons, with all of them on record', () => {
    const expired = withMrz(
      mrz((fields) => {
        fields.expiry = '261120';
      }),
    );
    const result = verify({ ...expired, dg2: dg2Of(Buffer.from('other')) }, { trust: createTrustStore([]) });
    expect(result.reason).toBe('issuer_unknown');
    expect(Object.values(result.checks).flatMap(({ code }) => code ?? [])).toEqual([
      'issuer_unknown',
      'dg_hash_mismatch',
      'document_expired',
    ]);
  });

  test('with the offset where its bytes are damaged', () => {
    const { sod } = good;
    const result = verify({ ...good, sod: sod.subarray(0, 300) });
    expect(result.checks.signature.detail).toMatch(/at offset \d+/);
  });

  test('without any of its data in the messages', () => {
    const expired = withMrz(
      mrz((fields) => {
        fields.expiry = '261120';
        fields.state = 'D<<';
      }),
    );
    const { checks } = verify(expired);
    expect(JSON.stringify(checks)).not.toMatch(/ERIKSSON|L898902|2026-11-20|261120|ZE184226/);
  });

  test('without parsing a data group whose hash is wrong', () => {
    const result = verify({
      ...good,
      dg1: dg1Of(
        mrz((fields) => {
          fields.state = 'D<<';
        }),
      ),
    });
    expect(result).toMatchObject({ reason: 'dg_hash_mismatch', checks: { document: { result: 'NOT_PRESENT' } } });
    expect(result.data).toBeUndefined();
  });
});

describe('countries', () => {
  const german = (state: string, country: string) => {
    const subject = nameOf({ C: country, CN: 'CSCA' });
    const anchor = issueCertificate({ subject, keys: csca.keys, ca: true });
    const ds = issueCertificate({ subject: nameOf({ C: country, CN: 'DS' }), keys: signerKeys, issuer: anchor });
    const given = files(
      {
        1: dg1Of(
          mrz((fields) => {
            fields.state = state;
            fields.nationality = state;
          }),
        ),
        2: dg2,
      },
      { signer: ds, issuerSubject: subject },
    );
    return verify(given, { trust: createTrustStore([{ name: 'list', certificates: [anchor.certificate] }]) });
  };

  test.each([
    ['D<<', 'DE', 'DE'],
    ['D<<', 'de', 'DE'],
    ['GBD', 'GB', 'GB'],
    ['GBD', 'BM', 'GB'],
    ['RKS', 'KS', 'XK'],
    ['EUE', 'EU', 'EU'],
    ['UNO', 'UN', 'UN'],
    ['UNK', 'UN', 'UN'],
    ['CHN', 'HK', 'CN'],
    ['XOM', 'XO', undefined],
  ])('agree for %s signed by %s, shown as %s', (state, country, shown) => {
    const result = german(state, country);
    expect(result).toMatchObject({ verdict: 'APPROVED', specimen: false });
    expect(result.data?.issuing_country).toBe(shown);
    expect(result.data?.nationality).toBe(shown);
  });

  test.each([
    ['GBR', 'BM'],
    ['D<<', 'AT'],
    ['XOM', 'DE'],
    ['ZZZ', 'ZZ'],
    ['UTO', 'DE'],
  ])('do not agree for %s signed by %s', (state, country) => {
    expect(german(state, country).reason).toBe('country_mismatch');
  });
});

describe('material for examination', () => {
  test('is verified as far as possible', () => {
    const { sod } = files({ 1: dg1, 2: dg2, 15: dg15 });
    expect(verifyMaterial({ files: { sod } }, policy())).toMatchObject({
      verdict: 'APPROVED',
      checks: { data: { result: 'NOT_PRESENT' }, clone: { result: 'NOT_PRESENT' } },
    });
    expect(verifyMaterial({ files: { sod, dg1 } }, policy())).toMatchObject({
      verdict: 'APPROVED',
      checks: { document: { result: 'PASSED' } },
    });
    expect(verifyMaterial({ files: { sod, dg2: dg1 } }, policy()).reason).toBe('dg_hash_mismatch');
    expect(verifyMaterial({ files: { sod, dg15 }, challenge, aa_signature }, policy()).clone_protection).toBe(
      'ACTIVE_AUTHENTICATION',
    );
    expect(verifyMaterial({ files: { sod } }, policy({ trust: createTrustStore([]) })).reason).toBe('issuer_unknown');
  });
});

describe('reason codes', () => {
  test('are ranked by the order of the list', () => {
    expect(firstReason([])).toBeUndefined();
    expect(firstReason(['document_expired', 'dg_missing', 'chip_auth_failed'])).toBe('dg_missing');
    expect(new Set(REASON_CODES).size).toBe(23);
  });
});

describe.skipIf(!hasTestData)('the specimen “Erika Mustermann”', () => {
  const file = (name: string) => readTestData(`bsi-erika-2008/${name}.bin`);
  const erika = () => ({
    com: file('EF_COM'),
    sod: file('EF_SOD'),
    dg1: file('Datagroup1'),
    dg2: file('Datagroup2'),
    dg14: file('Datagroup14'),
    dg15: file('Datagroup15'),
  });

  test('is refused for its issuer and its age, with its data intact', () => {
    expect(verify(erika())).toMatchObject({
      verdict: 'REJECTED',
      reason: 'issuer_unknown',
      checks: {
        signature: { result: 'PASSED' },
        data: { result: 'PASSED' },
        document: { result: 'FAILED', code: 'document_expired' },
        clone: { result: 'NOT_PRESENT' },
        portrait: { result: 'PASSED' },
      },
      data_groups: [1, 2, 3, 14],
      weak_algorithms: ['SHA-1'],
      data: {
        surname: 'MUSTERMANN',
        given_names: 'ERIKA',
        nationality: 'DE',
        issuing_country: 'DE',
        document_number: 'C11T002JM',
      },
      portrait: { format: 'jp2' },
    });
  });
});
