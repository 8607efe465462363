import { hash } from 'node:crypto';
import { type AcceptanceRules, refusalOf } from './acceptance.ts';
import { unlessMalformed } from './asn1/ber.ts';
import { type Check, failed, failedAsIssued, firstReason, notPresent, passed, type ReasonCode } from './check.ts';
import { activeAuthenticationWeaknesses } from './clone-protection/active-authentication.ts';
import { type ChipProofs, type CloneProof, verifyCloneProtection } from './clone-protection/clone-protection.ts';
import { type DescribedDocument, deviationFlags } from './deviations.ts';
import { type DocumentData, documentData } from './document-data.ts';
import type { Flag } from './flags.ts';
import { readDg11, readDg12 } from './lds/details.ts';
import { readDg1 } from './lds/dg1.ts';
import { type ChipImage, readDg2, readDg7 } from './lds/images.ts';
import { MrzInvalid } from './mrz/layouts.ts';
import { type Mrz, parseMrz } from './mrz/mrz.ts';
import {
  type PassiveAuthentication,
  signerCountries,
  verifyDataGroups,
  verifyPassiveAuthentication,
} from './passive-authentication.ts';
import { certificateCountry, countriesAgree, SPECIMEN_STATE } from './pki/certificate-countries.ts';
import { examineSigner } from './pki/trust/signer-profile.ts';
import type { TrustStore } from './pki/trust/trust-store.ts';
import { type Weakness, weakNames } from './weaknesses.ts';

/**
 * The files of the chip, as far as they were read (Doc 9303-10, 4.6 and 4.7). EF.COM is kept for the record only: it is not signed and
 * never trusted. A document without DG1 or DG2 can be examined, but not accepted.
 */
export interface DocumentFiles {
  com?: Uint8Array;
  sod: Uint8Array;
  dg1?: Uint8Array;
  dg2?: Uint8Array;
  dg7?: Uint8Array;
  dg11?: Uint8Array;
  dg12?: Uint8Array;
  dg14?: Uint8Array;
  dg15?: Uint8Array;
}

/** The files, and the chip's proofs that it is not a copy (Doc 9303-11, 5 and 6). */
export interface Evidence extends ChipProofs {
  files: DocumentFiles;
}

/**
 * The time, the trust store and the strictness of a verification (Doc 9303-11, 5.1; RFC 5280, 6.1.1). The engine never reads a
 * clock.
 */
export interface Policy extends AcceptanceRules {
  at: Date;
  trust: TrustStore;
  passport_only: boolean;
  /** Refuses a document whose chip did not prove that it is not a copy, even if the chip cannot. */
  require_clone_protection?: boolean;
  /** Refuses a document that has any `weaknesses`. */
  refuse_weak?: boolean;
}

/** The checks of a verification (Doc 9303-11, 4 to 6), and `face`, which is checked outside the engine. */
export type CheckName = 'issuer' | 'signature' | 'data' | 'document' | 'clone' | 'portrait' | 'face';

/**
 * The verdict, all checks behind it (Doc 9303-11, 5 and 6), and the contents of the document. Do not rely on any of it unless the
 * verdict is APPROVED.
 */
export interface Verification {
  verdict: 'APPROVED' | 'REJECTED';
  reason?: ReasonCode;
  checks: Record<CheckName, Check>;
  clone_protection: CloneProof | 'NONE';
  clone_protection_offered: CloneProof[];
  /** The data groups that the security object lists. */
  data_groups: number[];
  /** The listed data groups that the reader sent. */
  data_groups_read: number[];
  digest_algorithm?: string;
  signature_algorithm?: string;
  signer?: {
    subject: string;
    issuer: string;
    serial_number: string;
    not_before: string;
    not_after: string;
    fingerprint: string;
  };
  trust_anchor?: { subject: string; country?: string; source: string; source_date?: string; fingerprint: string };
  /** The names in `weaknesses`, each once. */
  weak_algorithms: string[];
  weaknesses: Weakness[];
  /** Irregularities of the document signer or the chip, including those published by the issuing State. */
  flags: Flag[];
  specimen: boolean;
  data?: DocumentData;
  portrait?: ChipImage;
  /** The holder's signature in DG7. No check depends on it, so it may be an image that cannot be decoded. */
  signature_image?: ChipImage;
}

interface Demands {
  data_groups: readonly number[];
  checks: readonly CheckName[];
  /** A chip with a key for Active Authentication must sign a challenge. */
  clone_proof: boolean;
}

/** What a verified identity requires. The checks for copies and for the face may be absent. */
const DOCUMENT: Demands = {
  data_groups: [1, 2],
  checks: ['issuer', 'signature', 'data', 'document', 'portrait'],
  clone_proof: true,
};

const MATERIAL: Demands = { data_groups: [], checks: ['issuer', 'signature'], clone_proof: false };

/**
 * Decides about a document from the bytes of its chip (Doc 9303-11, 5 and 6). Never throws on untrusted input. Every possible check is
 * made; the first failure in the order of the reason codes is the reason.
 */
export function verifyDocument(evidence: Evidence, policy: Policy): Verification {
  return examine(evidence, policy, DOCUMENT);
}

/**
 * Verifies the files that are present (Doc 9303-11, 5.1); only EF.SOD is required. For manual examination, never for a decision about
 * a person.
 */
export function verifyMaterial(evidence: Evidence, policy: Policy): Verification {
  return examine(evidence, policy, MATERIAL);
}

function examine({ files, ...proof }: Evidence, policy: Policy, demands: Demands): Verification {
  const groups = dataGroups(files);
  const pa = verifyPassiveAuthentication(files.sod, policy);
  const { check: data, intact } = examineData(pa, groups, demands);
  // Only files whose hash matches the security object are parsed.
  const trusted = new Map([...groups].filter(([number]) => intact.has(number)));

  const absent = (number: number) => notPresent(whyAbsent(number, groups, pa));
  const document = verifyMrz(trusted, policy, absent(1));
  const portrait = verifyPortrait(trusted.get(2), absent(2));
  const { image: signature_image } = readOptional(trusted.get(7), (bytes) => ({ image: readDg7(bytes) }));
  const listed = [...(pa.securityObject?.hashes.keys() ?? [])].sort((a, b) => a - b);
  const isAuthentic = [pa.signature, pa.issuer, data].every(({ result }) => result === 'PASSED');
  const deviations = deviationFlags(policy.trust.deviations, describedDocument(pa, document.mrz));
  const {
    check: clone,
    flags: chipFlags,
    answer_digest,
    ...protection
  } = verifyCloneProtection({
    securityObject: pa.securityObject,
    groups: trusted,
    proofs: proof,
    isAuthentic,
    isActiveKeyCompromised: deviations.some(({ code }) => code === 'deviation_active_authentication_key'),
    isAnswerExpected: demands.clone_proof,
    isProofRequired: policy.require_clone_protection === true,
  });
  const profile = examineProfile(pa, document.mrz);
  const dg15 = trusted.get(15);
  const weaknesses = [...pa.weaknesses, ...(dg15 ? activeAuthenticationWeaknesses(dg15, answer_digest) : [])];
  const checks: Verification['checks'] = {
    issuer: profile.issuer,
    signature: pa.signature,
    data,
    document: withStrength(document.check, weaknesses, policy),
    clone,
    portrait: portrait.check,
    face: notPresent('No image of a face was compared'),
  };
  return {
    ...verdict(checks, demands.checks),
    checks,
    ...protection,
    data_groups: listed,
    data_groups_read: listed.filter((number) => groups.has(number)),
    ...describe(pa),
    weak_algorithms: weakNames(weaknesses),
    weaknesses,
    flags: [...profile.flags, ...chipFlags, ...deviations],
    specimen: isSpecimen(pa, document.mrz),
    ...(document.data && { data: document.data }),
    ...(portrait.image && { portrait: portrait.image }),
    ...(signature_image && { signature_image }),
  };
}

function examineData(pa: PassiveAuthentication, groups: Groups, demands: Demands) {
  const unread = (detail: string) => ({ check: notPresent(detail), intact: new Set<number>() });
  if (!pa.securityObject) return unread('The security object could not be read');
  if (demands.data_groups.length === 0 && groups.size === 0) return unread('No data group was given');
  return verifyDataGroups(pa.securityObject, groups, demands.data_groups);
}

function verdict(
  checks: Verification['checks'],
  required: readonly CheckName[],
): Pick<Verification, 'verdict' | 'reason'> {
  const reason = firstReason(
    Object.values(checks).flatMap(({ result, code }) => (result === 'FAILED' && code ? [code] : [])),
  );
  const isComplete = required.every((name) => checks[name].result === 'PASSED');
  if (!reason && isComplete) return { verdict: 'APPROVED' };
  // A document is also refused if a required check could not be made.
  return { verdict: 'REJECTED', reason: reason ?? 'malformed' };
}

/** A document with weak algorithms is still genuine. As with expiry, the weakness only decides whether the document is accepted. */
function withStrength(document: Check, weaknesses: Weakness[], { refuse_weak }: Policy): Check {
  if (!refuse_weak || weaknesses.length === 0 || document.result !== 'PASSED') return document;
  return failed('weak_algorithm', weakNames(weaknesses).join(', '));
}

interface MrzResult {
  check: Check;
  mrz?: Mrz;
  data?: DocumentData;
}

function whyAbsent(number: number, given: Groups, { securityObject }: PassiveAuthentication): string {
  if (!given.has(number)) return `DG${number} was not given`;
  if (!securityObject) return `DG${number} cannot be compared: EF.SOD could not be read`;
  return securityObject.hashes.has(number)
    ? `DG${number} does not have the hash in EF.SOD`
    : `DG${number} is not in EF.SOD`;
}

function verifyMrz(groups: Groups, policy: Policy, absent: Check): MrzResult {
  const { at } = policy;
  const dg1 = groups.get(1);
  if (!dg1) return { check: absent };
  try {
    const mrz = parseMrz(readDg1(dg1), at);
    const personal = readOptional(groups.get(11), readDg11);
    const document = readOptional(groups.get(12), readDg12);
    const data = documentData(mrz, { personal, document, at });
    return { check: verifyValidity(data, policy), mrz, data };
  } catch (error) {
    if (error instanceof MrzInvalid) return { check: failed('mrz_invalid', error.message) };
    return { check: failedAsIssued('mrz_invalid', error) };
  }
}

function verifyValidity(data: DocumentData, policy: Policy): Check {
  const { at, passport_only } = policy;
  // A document is valid until the end of its last day. Some have none: a policy can refuse them with `minimum_days_valid`.
  if (data.expiry_date && data.expiry_date < at.toISOString().slice(0, 10)) return failed('document_expired');
  if (passport_only && data.document_type !== 'PASSPORT') return failed('document_type_not_allowed');
  const refusal = refusalOf(data, policy, at);
  return refusal ? failed(refusal) : passed;
}

/** DG7, DG11 and DG12 only add details. Some States encode them wrongly, and their documents are still genuine. */
const readOptional = <T extends object>(bytes: Uint8Array | undefined, read: (bytes: Uint8Array) => T): Partial<T> =>
  (bytes && unlessMalformed(() => read(bytes))) ?? {};

function verifyPortrait(dg2: Uint8Array | undefined, absent: Check): { check: Check; image?: ChipImage } {
  if (!dg2) return { check: absent };
  try {
    const image = readDg2(dg2);
    return image ? { check: passed, image } : { check: failed('portrait_unreadable') };
  } catch (error) {
    return { check: failedAsIssued('portrait_unreadable', error) };
  }
}

/** Adds to the check of the issuer what DG1 says: the State and the type of the document. */
function examineProfile(pa: PassiveAuthentication, mrz: Mrz | undefined): { issuer: Check; flags: Flag[] } {
  const { signer, anchor, scheme, signed_at } = pa;
  if (!mrz || !signer || !anchor || !scheme) return { issuer: pa.issuer, flags: pa.flags };
  const { flags, refusal } = examineSigner({
    signer,
    csca: anchor.certificate,
    scheme,
    document_code: mrz.document_code,
    ...(signed_at && { signed_at }),
  });
  const issuer = withState(pa.issuer, signerCountries(signer, anchor), mrz.issuing_state);
  return { issuer: issuer.result === 'PASSED' && refusal ? failed('issuer_unknown', refusal) : issuer, flags };
}

const describedDocument = ({ signer }: PassiveAuthentication, mrz: Mrz | undefined): DescribedDocument => ({
  ...(signer && { signer }),
  ...(mrz && {
    issuing_state: mrz.issuing_state,
    document_code: mrz.document_code,
    document_number: mrz.document_number,
  }),
});

/** The State in DG1 must be the one whose certificates signed it (Doc 9303-11, 5.1). */
function withState(issuer: Check, countries: string[], state: string): Check {
  if (issuer.result !== 'PASSED' || countriesAgree(countries, state)) return issuer;
  return failed('country_mismatch', `certificates of ${countries.join(' and ') || 'no country'}`);
}

function describe(pa: PassiveAuthentication) {
  const { signer, anchor, digest_algorithm, signature_algorithm } = pa;
  const country = certificateCountry(anchor?.certificate.subject.country ?? '');
  return {
    ...(digest_algorithm && { digest_algorithm }),
    ...(signature_algorithm && { signature_algorithm }),
    ...(signer && {
      signer: {
        subject: signer.subject.text,
        issuer: signer.issuer.text,
        serial_number: signer.serial_number,
        not_before: signer.not_before.toISOString(),
        not_after: signer.not_after.toISOString(),
        fingerprint: fingerprintOf(signer.raw),
      },
    }),
    ...(anchor && {
      trust_anchor: {
        subject: anchor.certificate.subject.text,
        ...(country && { country }),
        source: anchor.source.name,
        ...(anchor.source.date && { source_date: anchor.source.date }),
        fingerprint: fingerprintOf(anchor.certificate.raw),
      },
    }),
  };
}

/** Cached, because the same anchors and signers come with many documents. */
const fingerprints = new WeakMap<Uint8Array, string>();

function fingerprintOf(certificate: Uint8Array): string {
  const known = fingerprints.get(certificate) ?? hash('sha256', certificate, 'hex');
  fingerprints.set(certificate, known);
  return known;
}

const isSpecimen = ({ anchor }: PassiveAuthentication, mrz: Mrz | undefined) =>
  anchor?.source.specimen === true || mrz?.issuing_state === SPECIMEN_STATE || mrz?.nationality === SPECIMEN_STATE;

type Groups = ReadonlyMap<number, Uint8Array>;

const dataGroups = (files: DocumentFiles): Groups =>
  new Map(
    ([1, 2, 7, 11, 12, 14, 15] as const).flatMap((number) => {
      const bytes = files[`dg${number}`];
      return bytes ? [[number, bytes] as const] : [];
    }),
  );
