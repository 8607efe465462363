/**
 * The rules for document signer certificates (Doc 9303-12, 7.1 and RFC 5280), as one table. A rule refuses if breaking it means
 * that the key was not meant to sign this document; it flags where real issuers are known to be careless.
 */
import type { Flag, FlagCode } from '../../flags.ts';
import { type Certificate, KEY_USAGE } from '../certificate.ts';
import { isOutsideKey, type SignatureScheme } from '../keys/signature.ts';

export interface ExaminedSigner {
  signer: Certificate;
  csca: Certificate;
  /** How the signer signed EF.SOD. */
  scheme: SignatureScheme;
  /** When EF.SOD was signed, if its signed attributes say so. */
  signed_at?: Date;
  /** The code in the MRZ of DG1, if known. */
  document_code?: string;
}

export interface SignerRule {
  code: FlagCode;
  effect: 'REFUSES' | 'FLAGS';
  source: string;
  /** What is wrong, as a sentence without its full stop. */
  text: string;
  isBroken(examined: ExaminedSigner): boolean;
}

const KEY_USAGE_EXTENSION = '2.5.29.15';

/** The extensions of the profile in Doc 9303-12, 7.1. Each is read by `readCertificate`, or does not affect a chain with one signer. */
const KNOWN_EXTENSIONS = new Set([
  '2.5.29.14', // subjectKeyIdentifier
  KEY_USAGE_EXTENSION,
  '2.5.29.16', // privateKeyUsagePeriod
  '2.5.29.17', // subjectAltName
  '2.5.29.18', // issuerAltName
  '2.5.29.19', // basicConstraints
  '2.5.29.31', // cRLDistributionPoints
  '2.5.29.32', // certificatePolicies
  '2.5.29.35', // authorityKeyIdentifier
  '2.5.29.37', // extKeyUsage
  '1.3.6.1.5.5.7.1.1', // authorityInfoAccess
  '1.3.6.1.5.5.7.1.11', // subjectInfoAccess
  '2.23.136.1.1.6.2', // documentTypeList
]);

export const SIGNER_RULES: readonly SignerRule[] = [
  {
    code: 'signer_is_ca',
    effect: 'REFUSES',
    source: 'Doc 9303-12, 7.1.1: basicConstraints and keyCertSign are for CSCAs',
    text: 'the document is signed with the certificate of a CA, not of a document signer',
    isBroken: ({ signer, csca }) =>
      signer.is_ca || allows(signer, KEY_USAGE.keyCertSign) || Buffer.compare(signer.raw, csca.raw) === 0,
  },
  {
    code: 'signer_key_usage',
    effect: 'REFUSES',
    source: 'Doc 9303-12, 7.1.1 and RFC 5280, 4.2.1.3: digitalSignature',
    text: 'the key of the document signer must not sign documents',
    isBroken: ({ signer }) =>
      signer.key_usage !== undefined && !allows(signer, KEY_USAGE.digitalSignature | KEY_USAGE.nonRepudiation),
  },
  {
    code: 'signer_purpose',
    effect: 'REFUSES',
    source: 'Doc 9303-12, 7.1.1.3: signers of lists, seals, visas and stamps have extKeyUsage of ICAO',
    text: 'the certificate is for lists, seals or other purposes, not for documents',
    isBroken: ({ signer }) => signer.extended_key_usage.some((usage) => usage.startsWith('2.23.136.1.1.')),
  },
  {
    code: 'signer_critical_extension',
    effect: 'REFUSES',
    source: 'RFC 5280, 4.2: an unknown critical extension',
    text: 'the certificate of the document signer has an unknown critical extension',
    isBroken: ({ signer }) => signer.critical_extensions.some((oid) => !KNOWN_EXTENSIONS.has(oid)),
  },
  {
    code: 'signer_document_type',
    effect: 'REFUSES',
    source: 'Doc 9303-12, 7.1.1.6: documentTypeList names no type with this first letter',
    text: 'the document signer may not sign documents of this type',
    isBroken: ({ signer, document_code }) =>
      isRestricted(signer, document_code) && !signer.document_types?.some((type) => type[0] === document_code?.[0]),
  },
  {
    code: 'signer_version',
    effect: 'FLAGS',
    source: 'Doc 9303-12, 7.1: version 3',
    text: 'the certificate of the document signer is not version 3',
    isBroken: ({ signer }) => signer.version !== 3,
  },
  {
    code: 'signer_key_type',
    effect: 'FLAGS',
    source: 'RFC 4055, 1.2 and 3.1: a key of type id-RSASSA-PSS signs only so, with its own parameters',
    text: 'the document signer signed in a way that the type of its key does not allow',
    isBroken: ({ signer, scheme }) => isOutsideKey(scheme, signer.publicKey()),
  },
  {
    code: 'signer_key_usage_absent',
    effect: 'FLAGS',
    source: 'Doc 9303-12, 7.1.1: keyUsage is mandatory',
    text: 'the certificate of the document signer does not say what its key is for',
    isBroken: ({ signer }) => signer.key_usage === undefined,
  },
  {
    code: 'signer_key_usage_unusual',
    effect: 'FLAGS',
    source: 'Doc 9303-12, 7.1.1: keyUsage is critical, and digitalSignature alone',
    text: 'the key usage of the document signer is not critical, or not digitalSignature alone',
    isBroken: ({ signer }) =>
      signer.key_usage !== undefined &&
      (signer.key_usage !== KEY_USAGE.digitalSignature || !signer.critical_extensions.includes(KEY_USAGE_EXTENSION)),
  },
  {
    code: 'signer_purpose_unusual',
    effect: 'FLAGS',
    source: 'Doc 9303-12, 7.1.1: no extKeyUsage in document signers',
    text: 'the certificate of the document signer has an extended key usage',
    isBroken: ({ signer }) => signer.extended_key_usage.length > 0,
  },
  {
    code: 'signer_document_type_unlisted',
    effect: 'FLAGS',
    source: 'Doc 9303-12, 7.1.1.6: documentTypeList names neither the code nor its first letter',
    text: 'the document signer lists other document types, though with the same first letter',
    isBroken: ({ signer, document_code }) =>
      isRestricted(signer, document_code) &&
      !signer.document_types?.some((type) => type === document_code || type === document_code?.[0]),
  },
  {
    code: 'signer_issuer_name',
    effect: 'FLAGS',
    source: 'RFC 5280, 6.1.3 (a) (4): the issuer is the subject of the CSCA',
    text: 'the name of the CSCA differs from the issuer name in the certificate of the document signer',
    isBroken: ({ signer, csca }) => signer.issuer.key !== csca.subject.key,
  },
  {
    code: 'signer_validity',
    effect: 'FLAGS',
    source: 'Doc 9303-12, 4.1 and appendix A: a CSCA outlives its document signers',
    text: 'the certificate of the document signer is valid before or after the CSCA certificate',
    isBroken: ({ signer, csca }) => signer.not_before < csca.not_before || signer.not_after > csca.not_after,
  },
  {
    code: 'signer_key_period',
    effect: 'FLAGS',
    source: 'Doc 9303-12, 7.1.1: privateKeyUsagePeriod is within the validity',
    text: 'the key of the document signer may be used outside the validity of its certificate',
    isBroken: ({ signer: { private_key_usage: period, not_before, not_after } }) =>
      (period?.from !== undefined && period.from < not_before) || (period?.to !== undefined && period.to > not_after),
  },
  {
    code: 'signing_time',
    effect: 'FLAGS',
    source: 'Doc 9303-12, 4.1: documents are signed within the privateKeyUsagePeriod',
    text: 'the signing time of the document is outside the signing period of the document signer',
    isBroken: ({ signer, signed_at }) => signed_at !== undefined && !mayUseKeyAt(signer, signed_at),
  },
  {
    code: 'csca_key_period',
    effect: 'FLAGS',
    source: 'Doc 9303-12, 4.1: a CSCA certifies within its privateKeyUsagePeriod',
    text: 'the document signer was certified outside the signing period of its CSCA',
    isBroken: ({ signer, csca: { private_key_usage: period } }) => isOutside(period, signer.not_before),
  },
  {
    code: 'csca_key_type',
    effect: 'FLAGS',
    source: 'RFC 4055, 1.2 and 3.1, as for the document signer',
    text: 'the CSCA certified the document signer in a way that the type of its key does not allow',
    isBroken: ({ signer, csca }) => isOutsideKey(signer.signatureScheme(), csca.publicKey()),
  },
];

export function examineSigner(examined: ExaminedSigner): { flags: Flag[]; refusal?: string } {
  const broken = SIGNER_RULES.filter((rule) => rule.isBroken(examined));
  const refusal = broken.find(({ effect }) => effect === 'REFUSES')?.text;
  return {
    flags: broken.filter(isToldBy(broken)).map(({ code, text }) => ({ code, message: text })),
    ...(refusal && { refusal }),
  };
}

/** Drops the flag of a milder rule when the same extension breaks a stricter one. */
const isToldBy = (broken: readonly SignerRule[]) => {
  const codes = new Set<string>(broken.map(({ code }) => code));
  return ({ code }: SignerRule) =>
    ![/_unusual$/, /_unlisted$/].some((milder) => milder.test(code) && codes.has(code.replace(milder, '')));
};

const allows = ({ key_usage = 0 }: Certificate, bits: number) => (key_usage & bits) !== 0;

const isRestricted = ({ document_types = [] }: Certificate, code: string | undefined) =>
  code !== undefined && document_types.length > 0;

const mayUseKeyAt = ({ private_key_usage, not_before, not_after }: Certificate, at: Date) =>
  not_before <= at && at <= not_after && !isOutside(private_key_usage, at);

const isOutside = (period: Certificate['private_key_usage'], at: Date) =>
  (period?.from !== undefined && at < period.from) || (period?.to !== undefined && at > period.to);
