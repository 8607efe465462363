/**
 * Verifies proofs of the service (`session.proof`) offline, and makes presentations that disclose only some of their claims. It
 * needs only WebCrypto with Ed25519: Node 20, browsers, workers.
 */
import { isObject } from './base64url.ts';
import type { ProofClaimName, ProofClaims, VerifiedProof } from './claims.ts';
import { disclosedClaims, partsOf } from './disclosures.ts';
import { refuse } from './proof-error.ts';
import { type ProofKeys, verifiedPayload } from './proof-signature.ts';

export type {
  ProofAge,
  ProofBirth,
  ProofClaimName,
  ProofClaims,
  ProofField,
  ProofName,
  ProofSource,
  VerifiedProof,
} from './claims.ts';
export { type ProofRefusal, ProofVerificationError } from './proof-error.ts';
export type { ProofKeys } from './proof-signature.ts';

export interface VerifyProofOptions {
  /** The required issuer: the address of the service, such as `https://sigill.example`. */
  issuer: string;
  /** The response of the issuer's `/.well-known/jwks.json`. */
  keys: ProofKeys;
  /** Also accepts proofs of specimens, for testing. They say nothing about a real person. */
  specimens?: boolean;
  /** The current time; tests set it. */
  now?: Date;
}

const DOCUMENT = 'urn:sigill:document:1';
const SPECIMEN = 'urn:sigill:specimen:1';

/** Allowed clock difference. */
const TOLERANCE_SECONDS = 300;

/**
 * Verifies a proof or a presentation of it: its claims were verified by the service and have not changed since.
 * It does not identify the presenter: a proof can be passed on, like a photocopy.
 * @throws ProofVerificationError
 */
export async function verifyProof(
  proof: string,
  { issuer, keys, specimens = false, now = new Date() }: VerifyProofOptions,
): Promise<VerifiedProof> {
  const { signed, disclosures } = partsOf(proof);
  const payload = await verifiedPayload(signed, keys);
  const kind = payload['vct'];
  if (kind !== DOCUMENT && kind !== SPECIMEN) refuse('wrong_type', 'This is not a proof of a document.');
  if (payload['iss'] !== issuer) refuse('wrong_issuer', 'The proof is from another issuer.');
  const issued = issueTime(payload, now.getTime() / 1000);
  const specimen = kind === SPECIMEN || payload['specimen'] === true;
  if (specimen && !specimens)
    refuse(
      'specimen',
      'The document is a specimen, which proves nothing about a person. Pass specimens: true to accept it in tests.',
    );
  const { verified_at, checks, clone_protection, weak_algorithms = [] } = payload;
  if (
    !isTimestamp(verified_at) ||
    !isObject(checks) ||
    typeof clone_protection !== 'string' ||
    !Array.isArray(weak_algorithms)
  )
    refuse('malformed', 'The proof does not state what was verified.');
  return {
    issuer,
    issued,
    verified: new Date(verified_at),
    specimen,
    checks: checks as Record<string, string>,
    clone_protection,
    weak_algorithms,
    claims: (await disclosedClaims(payload, disclosures)) as ProofClaims,
  };
}

const isTimestamp = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** The service issues proofs without an expiry, but `exp` and `nbf` are respected when present. */
function issueTime({ iat, nbf, exp }: Record<string, unknown>, now: number): Date {
  const isTime = (value: unknown) => value === undefined || Number.isSafeInteger(value);
  if (typeof iat !== 'number' || ![iat, nbf, exp].every(isTime))
    return refuse('malformed', 'The proof has no valid time of issue.');
  const begin = Math.max(iat, (nbf as number | undefined) ?? iat);
  if (begin > now + TOLERANCE_SECONDS)
    refuse('wrong_time', 'The proof is from the future: one of the clocks is wrong.');
  if (exp !== undefined && (exp as number) < now - TOLERANCE_SECONDS) refuse('wrong_time', 'The proof has expired.');
  return new Date(iat * 1000);
}

/**
 * A presentation that discloses these claims of a proof and no others.
 * @throws ProofVerificationError when the proof does not have one of them
 */
export function presentProof(proof: string, names: readonly ProofClaimName[]): string {
  const { signed, disclosures } = partsOf(proof);
  const shown = names.map(
    (name) =>
      disclosures.find((disclosure) => disclosure.name === name) ??
      refuse(
        'unknown_claim',
        `The proof has no claim ${name}. It has ${disclosures.map((each) => each.name).join(', ')}.`,
      ),
  );
  return [signed, ...new Set(shown.map(({ encoded }) => encoded)), ''].join('~');
}

/** The names of the claims that a proof or a presentation discloses. It verifies nothing. */
export const proofClaimNames = (proof: string): ProofClaimName[] =>
  partsOf(proof).disclosures.map(({ name }) => name as ProofClaimName);
