import { createHash } from 'node:crypto';
import { type Check, failed, failedBy, notPresent, passed } from './check.ts';
import { readSecurityObject, readSod, type SecurityObject } from './lds/sod.ts';
import type { Digest } from './pki/algorithms.ts';
import { type Certificate, isValidAt, KEY_USAGE } from './pki/certificate.ts';
import { countriesAgree } from './pki/certificate-countries.ts';
import { findSigners, isContentIntact, isSignedWith, readSignerScheme, type SignedData } from './pki/cms.ts';
import { signatureSchemeName } from './pki/signature.ts';
import type { TrustAnchor, TrustStore } from './pki/trust-store.ts';

export interface PassiveAuthentication {
  signature: Check;
  issuer: Check;
  securityObject?: SecurityObject;
  signer?: Certificate;
  anchor?: TrustAnchor;
  digest_algorithm?: string;
  signature_algorithm?: string;
  weak_algorithms: string[];
}

/** Verifies the signature of EF.SOD and its signer's chain to a trusted CSCA (Doc 9303-11, 5.1). */
export function verifyPassiveAuthentication(
  sod: Uint8Array,
  policy: { at: Date; trust: TrustStore },
): PassiveAuthentication {
  const result: PassiveAuthentication = {
    signature: passed,
    issuer: notPresent('No signer to examine'),
    weak_algorithms: [],
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
  result.signature_algorithm = signatureSchemeName(scheme);
  const digests = [securityObject.digest, scheme.digest];
  result.weak_algorithms = weakAlgorithms(digests);

  const candidates = findSigners(data, policy.trust.signers);
  if (candidates.length === 0) {
    result.signature = notPresent('The certificate of the signer is not known');
    result.issuer = failed('issuer_unknown', 'the certificate of the document signer is missing');
    return;
  }
  const signer = candidates.find((candidate) => isSignedWith(data, candidate));
  if (!isContentIntact(data)) result.signature = failed('sod_digest_mismatch');
  else if (!signer) result.signature = failed('sod_signature_invalid');

  // If no signature verifies, the certificate that the object names still says whose document it claims to be.
  const claimed = signer ?? candidates[0];
  if (!claimed) return;
  result.signer = claimed;
  try {
    result.issuer = verifyIssuer(result, claimed, policy);
    result.weak_algorithms = weakAlgorithms([...digests, claimed.signatureScheme().digest]);
  } catch (error) {
    result.issuer = failedBy(error);
  }
}

/** The chain of one document signer certificate (Doc 9303-12, 7.1 and RFC 5280, 6). */
function verifyIssuer(
  result: PassiveAuthentication,
  signer: Certificate,
  { at, trust }: { at: Date; trust: TrustStore },
): Check {
  const anchor = trust.findIssuer(signer, at);
  if (!anchor) return failed('issuer_unknown', signer.issuer.text);
  result.anchor = anchor;
  if (!isDocumentSigner(signer)) return failed('issuer_unknown', 'the certificate is not that of a document signer');
  if (!isValidAt(signer, at)) return failed('certificate_expired', `document signer, ${validity(signer)}`);
  if (!isValidAt(anchor.certificate, at)) return failed('certificate_expired', `CSCA, ${validity(anchor.certificate)}`);
  if (trust.isRevoked(signer) || trust.isRevoked(anchor.certificate)) return failed('certificate_revoked');
  const countries = signerCountries(signer, anchor);
  if (!countriesAgree(countries)) return failed('country_mismatch', `certificates of ${countries.join(' and ')}`);
  return passed;
}

/** Every country that the certificates name. */
export function signerCountries(signer: Certificate, anchor: TrustAnchor): string[] {
  const named = [signer.subject.country, signer.issuer.country, anchor.certificate.subject.country];
  return [...new Set(named.filter((country) => country !== undefined))];
}

/** A CSCA also certifies signers of lists, seals and links (Doc 9303-12, 7.1). Their keys must not sign documents. */
function isDocumentSigner(certificate: Certificate): boolean {
  const { key_usage, extended_key_usage } = certificate;
  const maySign =
    key_usage === undefined || (key_usage & (KEY_USAGE.digitalSignature | KEY_USAGE.nonRepudiation)) !== 0;
  return maySign && !extended_key_usage.some((usage) => usage.startsWith('2.23.136.1.1.'));
}

/** Compares what was read with the hashes of the security object, byte for byte as received (Doc 9303-11, 5.1). */
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
    if (createHash(digest.id).update(bytes).digest().equals(expected)) intact.add(number);
    else altered.push(number);
  }
  const missing = required.filter((number) => !hashes.has(number) || !files.has(number));
  const name = (numbers: number[]) => numbers.map((number) => `DG${number}`).join(', ');
  if (altered.length > 0) return { check: failed('dg_hash_mismatch', name(altered)), intact };
  if (missing.length > 0) return { check: failed('dg_missing', name(missing)), intact };
  return { check: passed, intact };
}

const weakAlgorithms = (digests: Digest[]) => [...new Set(digests.filter(({ weak }) => weak).map(({ name }) => name))];

const validity = ({ not_before, not_after }: Certificate) => `valid from ${day(not_before)} to ${day(not_after)}`;

const day = (date: Date) => date.toISOString().slice(0, 10);
