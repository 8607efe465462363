/** The signature of a proof: Ed25519 with a key of the issuer's key set (RFC 7515, RFC 8037). */
import { bytesOf, isObject, objectOf } from './base64url.ts';
import { refuse } from './proof-error.ts';

/** The response of `/.well-known/jwks.json`. It may also hold keys of other types. */
export interface ProofKeys {
  keys: readonly { readonly kty?: string; readonly kid?: string }[];
}

interface Ed25519Key {
  kty: 'OKP';
  crv: 'Ed25519';
  kid: string;
  x: string;
}

/** @returns the signed claims of `header.payload.signature`. */
export async function verifiedPayload(signed: string, keys: ProofKeys): Promise<Record<string, unknown>> {
  const [header = '', payload = '', signature = '', ...more] = signed.split('.');
  if (more.length > 0 || !signature) refuse('malformed', 'A proof must begin with a header, claims and a signature.');
  const kid = keyIdOf(objectOf(header));
  const key = await importKey(keyOf(keys, kid));
  const isOurs = await crypto.subtle.verify('Ed25519', key, bytesOf(signature), encode(`${header}.${payload}`));
  if (!isOurs) refuse('wrong_signature', 'The signature does not match the key. The proof was changed.');
  return objectOf(payload);
}

/** The proof does not choose the algorithm: only EdDSA is accepted. */
function keyIdOf({ alg, typ, kid, crit }: Record<string, unknown>): string {
  if (typ !== 'dc+sd-jwt') refuse('wrong_type', 'This is not a proof: its type must be dc+sd-jwt.');
  if (alg !== 'EdDSA') refuse('wrong_algorithm', 'A proof must be signed with EdDSA.');
  if (crit !== undefined) refuse('malformed', 'The proof requires an unknown extension.');
  if (typeof kid !== 'string' || kid === '') return refuse('unknown_key', 'The proof does not name its key.');
  return kid;
}

function keyOf(keys: ProofKeys, kid: string): Ed25519Key {
  if (!isObject(keys) || !Array.isArray(keys.keys))
    refuse('unknown_key', 'The keys must be the response of /.well-known/jwks.json.');
  const found = keys.keys.find((key): key is Ed25519Key => isObject(key) && key['kid'] === kid);
  if (!found)
    return refuse(
      'unknown_key',
      'The key of the proof is not in the key set. Fetch the key set again: it may have a new key.',
    );
  if (found.kty !== 'OKP' || found.crv !== 'Ed25519') refuse('wrong_algorithm', 'The key of the proof is not Ed25519.');
  return found;
}

/** Passes only the required members: engines interpret the others differently, and may refuse a key because of them. */
async function importKey({ kty, crv, x }: Ed25519Key): Promise<Awaited<ReturnType<typeof crypto.subtle.importKey>>> {
  try {
    return await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
  } catch {
    return refuse('unknown_key', 'The key of the proof cannot be used here.');
  }
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
