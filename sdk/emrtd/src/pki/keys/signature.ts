import { constants, type VerifyKeyObjectInput, verify } from 'node:crypto';
import { der, derUnsigned } from '../../asn1/der-values.ts';
import { type AlgorithmIdentifier, type Digest, digestById, isNull, UnsupportedAlgorithm } from './algorithms.ts';
import { isWithin, type PssParameters, pssAlgorithm, RSA_PSS, readPssParameters } from './pss-parameters.ts';
import { type EcPublicKey, type PublicKey, type RsaPublicKey, toKeyObject, toRsaKeyObject } from './public-key.ts';

export type SignatureScheme =
  | { kind: 'rsa'; digest: Digest }
  | ({ kind: 'rsa-pss' } & PssParameters)
  | { kind: 'ecdsa'; digest: Digest; encoding: 'der' | 'ieee-p1363' };

/** Algorithms that do not name the digest. The accompanying digestAlgorithm names it, as in some real security objects. */
const WITHOUT_DIGEST: Record<string, 'rsa' | 'ecdsa'> = {
  '1.2.840.113549.1.1.1': 'rsa',
  '1.2.840.10045.2.1': 'ecdsa',
};

const WITH_DIGEST: Record<string, [kind: 'rsa' | 'ecdsa' | 'ecdsa-plain', digest: Digest['id']]> = {
  '1.2.840.113549.1.1.5': ['rsa', 'sha1'],
  '1.3.14.3.2.29': ['rsa', 'sha1'],
  '1.2.840.113549.1.1.14': ['rsa', 'sha224'],
  '1.2.840.113549.1.1.11': ['rsa', 'sha256'],
  '1.2.840.113549.1.1.12': ['rsa', 'sha384'],
  '1.2.840.113549.1.1.13': ['rsa', 'sha512'],
  '1.2.840.10045.4.1': ['ecdsa', 'sha1'],
  '1.2.840.10045.4.3.1': ['ecdsa', 'sha224'],
  '1.2.840.10045.4.3.2': ['ecdsa', 'sha256'],
  '1.2.840.10045.4.3.3': ['ecdsa', 'sha384'],
  '1.2.840.10045.4.3.4': ['ecdsa', 'sha512'],
  // BSI TR-03111, 5.2.1.1: r and s concatenated.
  '0.4.0.127.0.7.1.1.4.1.1': ['ecdsa-plain', 'sha1'],
  '0.4.0.127.0.7.1.1.4.1.2': ['ecdsa-plain', 'sha224'],
  '0.4.0.127.0.7.1.1.4.1.3': ['ecdsa-plain', 'sha256'],
  '0.4.0.127.0.7.1.1.4.1.4': ['ecdsa-plain', 'sha384'],
  '0.4.0.127.0.7.1.1.4.1.5': ['ecdsa-plain', 'sha512'],
};

/** `besides` is the digest algorithm that accompanies the signature algorithm in a SignerInfo. */
export function readSignatureScheme(algorithm: AlgorithmIdentifier, what: string, besides?: Digest): SignatureScheme {
  const { oid, parameters } = algorithm;
  if (oid === RSA_PSS) return { kind: 'rsa-pss', ...readPssParameters(parameters, what) };
  // Real certificates have NULL, nothing, or the curve for ECDSA here.
  if (parameters && !isNull(parameters) && !(parameters.tag === 0x30 || parameters.tag === 0x06))
    throw parameters.malformed(`${what}: unexpected parameters`);
  const bare = WITHOUT_DIGEST[oid];
  if (bare && besides)
    return bare === 'rsa' ? { kind: 'rsa', digest: besides } : { kind: 'ecdsa', digest: besides, encoding: 'der' };
  const known = WITH_DIGEST[oid];
  if (!known) throw new UnsupportedAlgorithm(`${what} ${oid}`);
  const digest = digestById(known[1]);
  if (known[0] === 'rsa') return { kind: 'rsa', digest };
  return { kind: 'ecdsa', digest, encoding: known[0] === 'ecdsa' ? 'der' : 'ieee-p1363' };
}

export function signatureSchemeName(scheme: SignatureScheme): string {
  const kind = { rsa: 'RSA', 'rsa-pss': 'RSASSA-PSS', ecdsa: 'ECDSA' }[scheme.kind];
  return `${kind} with ${scheme.digest.name}`;
}

/**
 * False for a signature that does not verify, for any reason. Never throws. What a key of type id-RSASSA-PSS signed in another way
 * verifies: RFC 4055, 1.2 and 3.1 forbid it to the signer, but nobody else can have made the signature. See `isOutsideKey`.
 */
export function verifySignature(
  scheme: SignatureScheme,
  key: PublicKey,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  try {
    switch (scheme.kind) {
      case 'rsa':
        return key.kind === 'rsa' && verify(scheme.digest.id, data, toKeyObject(key), signature);
      case 'rsa-pss':
        return key.kind === 'rsa' && verify(scheme.digest.id, data, pssKey(scheme, key), signature);
      case 'ecdsa':
        return key.kind === 'ec' && verifyEcdsa(scheme.digest, scheme.encoding, key, data, signature);
      default:
        return scheme satisfies never;
    }
  } catch {
    return false;
  }
}

/**
 * Whether a key that is restricted to RSASSA-PSS signed with PKCS #1 v1.5, or with parameters other than its own (RFC 4055, 1.2 and
 * 3.1), as the signers of Turkish identity cards do.
 */
export const isOutsideKey = (scheme: SignatureScheme, key: PublicKey): boolean =>
  key.kind === 'rsa' &&
  key.pss !== undefined &&
  (scheme.kind !== 'rsa-pss' || (key.pss !== 'ANY' && !isWithin(scheme, key.pss)));

/**
 * ECDSA with a signature in DER, or with r and s concatenated (BSI TR-03111, 5.2). The signature is always passed on in DER: the key
 * then needs no options, which is faster in Node. Throws what OpenSSL throws.
 */
export function verifyEcdsa(
  { id }: Digest,
  encoding: 'der' | 'ieee-p1363',
  key: EcPublicKey,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (encoding === 'der') return verify(id, data, toKeyObject(key), signature);
  const { bytes } = key.curve;
  if (signature.length !== 2 * bytes) return false;
  const [r, s] = [signature.subarray(0, bytes), signature.subarray(bytes)].map(derUnsigned);
  return r !== undefined && s !== undefined && verify(id, data, toKeyObject(key), der(0x30, r, s));
}

type Pss = Extract<SignatureScheme, { kind: 'rsa-pss' }>;

/**
 * crypto.verify has no option for the digest of MGF1: it uses the digest of the signature, or that of the key's own parameters. So
 * if the two digests of a signature differ, the key is given the parameters of the signature.
 */
function pssKey(scheme: Pss, key: RsaPublicKey): VerifyKeyObjectInput {
  return {
    key: scheme.mgfDigest === scheme.digest ? toKeyObject(key) : toRsaKeyObject(key, pssAlgorithm(scheme)),
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: scheme.saltLength,
  };
}

/** The digest that an ECDSA or RSA signature algorithm names; absent when it names none. */
export function digestOfSignatureOid(oid: string): Digest | undefined {
  const known = WITH_DIGEST[oid];
  return known && digestById(known[1]);
}
