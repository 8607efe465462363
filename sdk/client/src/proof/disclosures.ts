/** The disclosures that accompany a signed SD-JWT, which its holder discloses or withholds (RFC 9901). */
import { isObject, jsonOf, textOf } from './base64url.ts';
import { refuse } from './proof-error.ts';

export interface Disclosure {
  /** As encoded in the proof. The digest is over these characters. */
  encoded: string;
  salt: string;
  name: string;
  value: unknown;
}

/** A proof split into its parts: `header.payload.signature~disclosure~…~`. */
export interface Parts {
  signed: string;
  disclosures: Disclosure[];
}

/** Longer than any proof of the service, in characters. It limits the work that a stranger can cause a verifier. */
const LONGEST = 65_536;

export function partsOf(proof: string): Parts {
  if (typeof proof !== 'string' || proof.length > LONGEST)
    refuse('malformed', 'A proof must be a string of at most 64 KB.');
  const [signed = '', ...rest] = proof.split('~');
  // A key binding JWT could follow the last ~. The service binds its proofs to no key, so there is no key with which to verify one.
  if (rest.pop() !== '') refuse('malformed', 'A proof must end with ~.');
  return { signed, disclosures: rest.map(disclosureOf) };
}

function disclosureOf(encoded: string): Disclosure {
  const parts = jsonOf(encoded);
  const [salt, name, value] = Array.isArray(parts) && parts.length === 3 ? parts : [];
  if (typeof salt !== 'string' || typeof name !== 'string' || name === '_sd' || name === '...')
    return refuse('malformed', 'A disclosure must be a salt, a name and a value.');
  return { encoded, salt, name, value };
}

/**
 * The claims that were disclosed, each found by its digest in the signed part (RFC 9901, 7.1). The service puts all digests on the
 * top level; a digest anywhere else is refused, not skipped.
 */
export async function disclosedClaims(
  payload: Record<string, unknown>,
  disclosures: Disclosure[],
): Promise<Record<string, unknown>> {
  const { _sd = [], _sd_alg = 'sha-256', ...open } = payload;
  if (_sd_alg !== 'sha-256') refuse('wrong_algorithm', 'The digests of a proof must be SHA-256.');
  if (!Array.isArray(_sd) || _sd.some((digest) => typeof digest !== 'string') || new Set(_sd).size < _sd.length)
    refuse('malformed', 'The digests of the proof are not a list of distinct strings.');
  if (new Set(disclosures.map(({ salt }) => salt)).size < disclosures.length)
    refuse('wrong_disclosure', 'Two disclosures have the same salt.');
  const digests = new Set<unknown>(_sd as unknown[]);
  const claims = new Map<string, unknown>();
  for (const { encoded, name, value } of disclosures) {
    if (!digests.delete(await digestOf(encoded)))
      refuse('wrong_disclosure', `The claim ${name} was changed or belongs to another proof.`);
    if (name in open || claims.has(name)) refuse('wrong_disclosure', `The claim ${name} appears twice.`);
    claims.set(name, value);
  }
  if (hidesMore(open) || [...claims.values()].some(hidesMore))
    refuse('malformed', 'Only top-level claims of a proof can be withheld.');
  return Object.fromEntries(claims);
}

const digestOf = async (encoded: string): Promise<string> =>
  textOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(encoded))));

function hidesMore(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hidesMore);
  return (
    isObject(value) && Object.entries(value).some(([name, each]) => name === '_sd' || name === '...' || hidesMore(each))
  );
}
