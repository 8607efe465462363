import { type Check, failed, failedBy, notPresent, passed } from './check.ts';
import type { Flag } from './flags.ts';
import { readSecurityObject, readSod, type SecurityObject } from './lds/sod.ts';
import { type Certificate, isValidAt } from './pki/certificate.ts';
import { countriesAgree } from './pki/certificate-countries.ts';
import {
  findSigners,
  isContentIntact,
  isSignedWith,
  readSignerDigest,
  readSignerScheme,
  type SignedData,
} from './pki/cms.ts';
import { digestOf } from './pki/keys/algorithms.ts';
import { type SignatureScheme, signatureSchemeName } from './pki/keys/signature.ts';
import { examineSigner } from './pki/trust/signer-profile.ts';
import type { TrustAnchor, TrustStore } from './pki/trust/trust-store.ts';
import { type Weakness, weakDigest, weakKey, weakScheme } from './weaknesses.ts';

/** The result of Passive Authentication (Doc 9303-11, 5.1), without the hashes of the data groups: see `verifyDataGroups`. */
export interface PassiveAuthentication {
  signature: Check;
  issuer: Check;
  securityObject?: SecurityObject;
  signer?: Certificate;
  anchor?: TrustAnchor;
  scheme?: SignatureScheme;
  digest_algorithm?: string;
  signature_algorithm?: string;
  /** When EF.SOD was signed, if it says so. */
  signed_at?: Date;
  weaknesses: Weakness[];
  /** Irregularities of the document signer. */
  flags: Flag[];
}

/** Verifies the signature of EF.SOD and its signer's chain to a trusted CSCA (Doc 9303-11, 5.1). */
export function verifyPassiveAuthentication(
  sod: Uint8Array,
  policy: { at: Date; trust: TrustStore },
): PassiveAuthentication {
  const result: PassiveAuthentication = {
    signature: passed,
    issuer: notPresent('No signer to examine'),
    weaknesses: [],
    flags: [],
  };
  try {
    verify(result, readSod(sod), policy);
  } catch (error) {
    result.signature = failedBy(error);
  }
  return result;
}

function verify(result: PassiveAuthentication, data: SignedData, policy: { at: Date; trust: TrustStore }): void {
  const securityObject = readSecurityObject(data.content);
  result.securityObject = securityObject;
  result.digest_algorithm = securityObject.digest.name;
  const scheme = readSignerScheme(data);
  result.scheme = scheme;
  result.signature_algorithm = signatureSchemeName(scheme);
  result.weaknesses = [...weakDigest('DATA_GROUPS', securityObject.digest), ...weakSignature(data, scheme)];
  const signedAt = data.signer.attributes?.signing_time;
  if (signedAt) result.signed_at = signedAt;

  const candidates = findSigners(data, policy.trust);
  if (candidates.length === 0) {
    result.signature = notPresent('The signer’s certificate is unknown');
    result.issuer = failed('issuer_unknown', 'the certificate of the document signer is missing');
    return;
  }
  const signer = candidates.find((candidate) => isSignedWith(data, candidate));
  if (!isContentIntact(data)) result.signature = failed('sod_digest_mismatch');
  else if (!signer) result.signature = failed('sod_signature_invalid');

  // If no signature verifies, the certificate that the object names still shows which State it claims to be from.
  const claimed = signer ?? candidates[0];
  if (!claimed) return;
  result.signer = claimed;
  try {
    result.issuer = verifyIssuer(result, claimed, scheme, policy);
    result.weaknesses.push(...weakIssuers(claimed, result.anchor?.certificate));
  } catch (error) {
    result.issuer = failedBy(error);
  }
}

/** Verifies the chain of a document signer certificate (Doc 9303-12, 7.1 and RFC 5280, 6). */
function verifyIssuer(
  result: PassiveAuthentication,
  signer: Certificate,
  scheme: SignatureScheme,
  { at, trust }: { at: Date; trust: TrustStore },
): Check {
  const anchor = trust.findIssuer(signer, at);
  if (!anchor) return failed('issuer_unknown', signer.issuer.text);
  result.anchor = anchor;
  const profile = examineSigner({
    signer,
    csca: anchor.certificate,
    scheme,
    ...(result.signed_at && { signed_at: result.signed_at }),
  });
  result.flags = profile.flags;
  if (profile.refusal) return failed('issuer_unknown', profile.refusal);
  if (!isValidAt(signer, at)) return failed('certificate_expired', `document signer, ${validity(signer)}`);
  if (!isValidAt(anchor.certificate, at)) return failed('certificate_expired', `CSCA, ${validity(anchor.certificate)}`);
  if (trust.isRevoked(signer) || trust.isRevoked(anchor.certificate)) return failed('certificate_revoked');
  const countries = signerCountries(signer, anchor);
  if (!countriesAgree(countries)) return failed('country_mismatch', `certificates of ${countries.join(' and ')}`);
  return passed;
}

export function signerCountries(signer: Certificate, anchor: TrustAnchor): string[] {
  const named = [signer.subject.country, signer.issuer.country, anchor.certificate.subject.country];
  return [...new Set(named.filter((country) => country !== undefined))];
}

/** Compares the data groups with the hashes of the security object, byte for byte as received (Doc 9303-11, 5.1). */
export function verifyDataGroups(
  securityObject: SecurityObject,
  files: ReadonlyMap<number, Uint8Array>,
  required: readonly number[],
): { check: Check; intact: Set<number> } {
  const { digest, hashes } = securityObject;
  const intact = new Set<number>();
  const altered: number[] = [];
  for (const [number, bytes] of files) {
    const expected = hashes.get(number);
    // A group that the security object does not list is not part of the document.
    if (!expected) continue;
    if (digestOf(digest, bytes).equals(expected)) intact.add(number);
    else altered.push(number);
  }
  const missing = required.filter((number) => !hashes.has(number) || !files.has(number));
  const name = (numbers: number[]) => numbers.map((number) => `DG${number}`).join(', ');
  if (altered.length > 0) return { check: failed('dg_hash_mismatch', name(altered)), intact };
  if (missing.length > 0) return { check: failed('dg_missing', name(missing)), intact };
  return { check: passed, intact };
}

/**
 * The digest of the content counts too: the signature only covers the signed attributes, which bind the content with a digest of
 * their own (RFC 5652, 5.4).
 */
function weakSignature(data: SignedData, scheme: SignatureScheme): Weakness[] {
  const digest = readSignerDigest(data);
  const isAnother = data.signer.attributes && digest.name !== scheme.digest.name;
  return [...(isAnother ? weakDigest('SECURITY_OBJECT', digest) : []), ...weakScheme('SECURITY_OBJECT', scheme)];
}

/** The weaknesses of the key that signed the document, of the signature on its certificate, and of the CSCA's key. */
const weakIssuers = (signer: Certificate, csca: Certificate | undefined): Weakness[] => [
  ...weakScheme('DOCUMENT_SIGNER', signer.signatureScheme()),
  ...weakKey('DOCUMENT_SIGNER', signer.publicKey()),
  ...(csca ? weakKey('CSCA', csca.publicKey()) : []),
];

const validity = ({ not_before, not_after }: Certificate) => `valid from ${day(not_before)} to ${day(not_after)}`;

const day = (date: Date) => date.toISOString().slice(0, 10);
