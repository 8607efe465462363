import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type CertificateOptions,
  dg1Of,
  dg2Of,
  ecKeys,
  IMAGE,
  type Issued,
  issueCertificate,
  issueSod,
  nameOf,
  rsaKeys,
  signatureAlgorithm,
  TD3_MRZ,
} from '../../../../../tests/support/documents/documents.ts';
import { der, derInteger, derOid } from '../../asn1/der-values.ts';
import { FLAG_CODES, type FlagCode } from '../../flags.ts';
import { verifyDocument, verifyMaterial } from '../../verify-document.ts';
import { ANCHOR_RULES, LINK_RULES } from './anchor-profile.ts';
import { SIGNER_RULES } from './signer-profile.ts';
import { createTrustStore } from './trust-store.ts';

const at = new Date('2026-06-01');
const subject = nameOf({ C: 'UT', CN: 'CSCA' });
const cscaKeys = ecKeys('prime256v1');
const keys = ecKeys('prime256v1');

const time = (tag: number, text: string) => der(tag, Buffer.from(text));
const keyPeriod = (from: string, to: string) => ({
  oid: '2.5.29.16',
  value: der(0x30, time(0x80, `${from}000000Z`), time(0x81, `${to}000000Z`)),
});
const documentTypes = (...types: string[]) => ({
  oid: '2.23.136.1.1.6.2',
  value: der(0x30, derInteger(0), der(0x31, ...types.map((type) => der(0x13, Buffer.from(type))))),
});

interface Case {
  signer?: Partial<CertificateOptions>;
  csca?: Partial<CertificateOptions>;
  /** The CSCA signs the document directly. */
  direct?: boolean;
  signed_at?: string | Buffer;
  /** The store knows the CSCA under this name. */
  renamed?: Buffer;
}

/** RSA keys that sign with PKCS #1 v1.5, and whose certificates say that they only sign with RSASSA-PSS. */
const rsa = rsaKeys();
const pss = { ...rsa, scheme: 'pss' } as const;
const anyPss = { ...rsa, certified_as: der(0x30, derOid('1.2.840.113549.1.1.10')) };
const onePss = { ...rsa, certified_as: signatureAlgorithm(pss) };

function issue({ signer = {}, csca = {}, direct, signed_at, renamed }: Case) {
  const issuer = issueCertificate({ subject: renamed ?? subject, keys: cscaKeys, serial: 1, ca: true, ...csca });
  const own = issueCertificate({
    subject: nameOf({ C: 'UT', CN: 'DS' }),
    keys,
    issuer: { subject, keys: csca.keys ?? cscaKeys },
    serial: 22,
    ...signer,
  });
  const groups = new Map<number, Uint8Array>([
    [1, dg1Of(TD3_MRZ)],
    [2, dg2Of(IMAGE)],
  ]);
  const by: Issued = direct ? issuer : own;
  const sod = issueSod({ signer: by, issuerSubject: subject, groups, ...(signed_at && { signed_at }) });
  const trust = createTrustStore([{ name: 'list', certificates: [issuer.certificate] }]);
  return { trust, sod, dg1: groups.get(1)!, dg2: groups.get(2)! };
}

function verify(given: Case) {
  const { trust, ...files } = issue(given);
  const { verdict, reason, checks, flags } = verifyDocument({ files }, { at, trust, passport_only: false });
  return { verdict, reason, message: checks.issuer.detail, flags: flags.map(({ code }) => code) };
}

/** For each rule, documents that break it. Except for `signer_version`, at least one of them breaks nothing else. */
const BROKEN: Partial<Record<FlagCode, Case[]>> = {
  signer_is_ca: [
    { signer: { ca: true, key_usage: 0x80 } },
    { signer: { ca: true, key_usage: false } },
    { signer: { key_usage: 0x84 } },
    { csca: { key_usage: 0x86 }, direct: true },
  ],
  signer_key_usage: [{ signer: { key_usage: 0x20 } }, { signer: { key_usage: 0 } }],
  signer_purpose: ['2.23.136.1.1.3', '2.23.136.1.1.8', '2.23.136.1.1.11.1'].map((extended_key_usage) => ({
    signer: { extended_key_usage },
  })),
  signer_critical_extension: [
    { signer: { extensions: [{ oid: '1.2.3.4.5', value: der(0x05), critical: true }] } },
    { signer: { extensions: [{ oid: '2.5.29.30', value: der(0x30), critical: true }] } },
  ],
  signer_document_type: [
    { signer: { extensions: [documentTypes('ID')] } },
    { signer: { extensions: [documentTypes('AR', 'I')] } },
  ],
  signer_version: [{ signer: { version_1: true } }],
  signer_key_type: [
    { signer: { keys: anyPss } },
    { signer: { keys: onePss } },
    { signer: { keys: { ...pss, digest: 'sha512', certified_as: signatureAlgorithm(pss) } } },
  ],
  signer_key_usage_absent: [{ signer: { key_usage: false } }],
  signer_key_usage_unusual: [
    { signer: { key_usage: 0xc0 } },
    { signer: { key_usage: 0x40 } },
    { signer: { key_usage: false, extensions: [{ oid: '2.5.29.15', value: der(0x03, Buffer.of(7, 0x80)) }] } },
  ],
  signer_purpose_unusual: [{ signer: { extended_key_usage: '1.3.6.1.5.5.7.3.4' } }],
  signer_document_type_unlisted: [{ signer: { extensions: [documentTypes('PD', 'ID')] } }],
  signer_issuer_name: [{ renamed: nameOf({ C: 'UT', CN: 'Another' }) }],
  signer_validity: [
    { signer: { not_after: '2036-01-01' } },
    { signer: { not_before: '2019-01-01' } },
    { csca: { not_before: '2021-01-01' } },
  ],
  signer_key_period: [
    { signer: { extensions: [keyPeriod('20190101', '20200401')] } },
    { signer: { extensions: [keyPeriod('20200101', '20400101')] } },
  ],
  signing_time: [
    { signed_at: '2019-12-31' },
    { signed_at: '2020-05-01', signer: { extensions: [keyPeriod('20200101', '20200401')] } },
  ],
  csca_key_period: [
    { csca: { extensions: [keyPeriod('20150101', '20191231')] } },
    { csca: { extensions: [keyPeriod('20200201', '20250101')] } },
  ],
  csca_key_type: [{ csca: { keys: anyPss } }, { csca: { keys: onePss } }],
};

describe('a document signer that meets all requirements of Doc 9303', () => {
  test.each<[string, Case]>([
    ['the least', {}],
    ['P among its types', { signer: { extensions: [documentTypes('ID', 'P')] } }],
    ['P< among its types', { signer: { extensions: [documentTypes('P<')] } }],
    ['types that cannot be read', { signer: { extensions: [{ oid: '2.23.136.1.1.6.2', value: der(0x05) }] } }],
    [
      'periods of use',
      {
        csca: { extensions: [keyPeriod('20200101', '20250101')] },
        signer: { extensions: [keyPeriod('20200101', '20200401')] },
        signed_at: '2020-03-01',
      },
    ],
    ['a key for RSASSA-PSS that signs so', { signer: { keys: { ...pss, certified_as: anyPss.certified_as } } }],
    [
      'a key for RSASSA-PSS with its own parameters',
      { signer: { keys: { ...pss, certified_as: onePss.certified_as } } },
    ],
    ['a signing time that cannot be read', { signed_at: der(0x17, Buffer.from('yesterday')) }],
    ['an unknown extension that is not critical', { signer: { extensions: [{ oid: '1.2.3.4.5', value: der(0x05) }] } }],
    [
      'known extensions that are critical',
      {
        signer: {
          extensions: [
            { ...documentTypes('P'), critical: true },
            { ...keyPeriod('20200101', '20210101'), critical: true },
          ],
        },
      },
    ],
  ])('is accepted without a flag: %s', (_, given) => {
    expect(verify(given)).toMatchObject({ verdict: 'APPROVED', flags: [] });
  });
});

describe.each(SIGNER_RULES)('the rule $code', ({ code, effect, text }) => {
  const cases = BROKEN[code] ?? [];

  test(`${effect === 'REFUSES' ? 'refuses' : 'flags, and does not refuse,'} what breaks it`, () => {
    expect(cases).not.toEqual([]);
    for (const given of cases) {
      const { verdict, reason, message, flags } = verify(given);
      expect(flags).toContain(code);
      if (effect === 'REFUSES')
        expect({ verdict, reason, message }).toEqual({ verdict: 'REJECTED', reason: 'issuer_unknown', message: text });
      else expect(verdict).toBe('APPROVED');
    }
  });

  test('is the only flag when nothing else is wrong', () => {
    expect(cases.map(verify).some(({ flags }) => flags.length === 1 || code === 'signer_version')).toBe(true);
  });
});

test('refuses the signer for a security object alone, too', () => {
  const [{ signer } = {}] = BROKEN.signer_critical_extension ?? [];
  const { trust, sod } = issue({ ...(signer && { signer }) });
  const result = verifyMaterial({ files: { sod } }, { at, trust, passport_only: false });
  expect(result).toMatchObject({ verdict: 'REJECTED', reason: 'issuer_unknown' });
});

test('covers every flag: of a rule, of the chip, or of a deviation list', () => {
  const own = FLAG_CODES.filter((code) => !code.startsWith('deviation_'));
  const ofChip = ['chip_authentication_unsupported', 'chip_authentication_mapping_only'];
  expect([...SIGNER_RULES.map(({ code }) => code), ...ofChip]).toEqual(own);
});

const effects = { REFUSES: 'refuses', FLAGS: 'flags' };

test('documents the table in the decision, with the source of each rule', () => {
  const page = readFileSync(new URL('../../../../../docs/decisions/document-signers.md', import.meta.url), 'utf8');
  for (const { code, effect, text, source } of SIGNER_RULES)
    expect(page).toContain(`| \`${code}\` | ${effects[effect]} | ${text} | ${source} |`);
  for (const { text, source } of [...ANCHOR_RULES, ...LINK_RULES]) expect(page).toContain(`| ${text} | ${source} |`);
});

test('documents each flag in the README', () => {
  const page = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  for (const { code, effect, text } of SIGNER_RULES)
    expect(page).toContain(`| \`${code}\` | ${effects[effect]} | ${text} |`);
});
