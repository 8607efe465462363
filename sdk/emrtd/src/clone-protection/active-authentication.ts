import { constants, createHash, publicDecrypt } from 'node:crypto';
import { unlessMalformed } from '../asn1/ber.ts';
import { readDg14, readDg15 } from '../lds/chip-security.ts';
import { DIGESTS, type Digest, digestById, unlessRefused, unlessUnsupported } from '../pki/keys/algorithms.ts';
import { type EcPublicKey, type RsaPublicKey, toKeyObject } from '../pki/keys/public-key.ts';
import { digestOfSignatureOid, verifyEcdsa as verifyEcdsaSignature } from '../pki/keys/signature.ts';
import { type Weakness, weakDigest, weakKey } from '../weaknesses.ts';

/** A challenge and the chip's signature (Doc 9303-11, 6.1). For an ECDSA key, DG14 may name the algorithm. */
export interface ActiveAuthentication {
  dg15: Uint8Array;
  dg14?: Uint8Array;
  challenge: Uint8Array;
  signature: Uint8Array;
}

/**
 * Whether the chip holds the private key of DG15 and signed this challenge with it (Doc 9303-11, 6.1). The signature counts only
 * if DG15 and DG14 are those that the security object lists. Throws Malformed and UnsupportedAlgorithm for DG15.
 */
export const verifyActiveAuthentication = (answer: ActiveAuthentication): boolean => answerDigest(answer) !== undefined;

/**
 * The digest with which the signature verifies; undefined when it does not. For ECDSA, each digest is tried if DG14 names none.
 * Throws like `verifyActiveAuthentication`.
 */
export function answerDigest({ dg15, dg14, challenge, signature }: ActiveAuthentication): Digest | undefined {
  const key = readDg15(dg15);
  // A chip's signature over a short challenge could be prepared in advance.
  if (challenge.length < 8) return undefined;
  return unlessRefused(() =>
    key.kind === 'rsa'
      ? verifyRsa(key, challenge, signature)
      : verifyEcdsa(key, challenge, signature, dg14 && announcedAlgorithm(dg14)),
  );
}

/** The weaknesses of the key of DG15, and of the digest of an accepted signature. */
export function activeAuthenticationWeaknesses(dg15: Uint8Array, digest: Digest | undefined): Weakness[] {
  const key = unlessUnsupported(() => weakKey('ACTIVE_AUTHENTICATION', readDg15(dg15)));
  return key ? [...key, ...(digest ? weakDigest('ACTIVE_AUTHENTICATION', digest) : [])] : [];
}

/**
 * The signature algorithm that DG14 names; undefined if it names none or cannot be parsed. Some States wrote it wrongly, and their
 * chips still sign correctly.
 */
const announcedAlgorithm = (dg14: Uint8Array): string | undefined =>
  unlessMalformed(() => readDg14(dg14).active_authentication_algorithm);

/** In a two-byte trailer `xx CC`, `xx` names the digest (ISO/IEC 10118-3); `BC` alone means SHA-1. */
const TRAILERS: Record<number, Digest['id']> = { 51: 'sha1', 52: 'sha256', 53: 'sha512', 54: 'sha384', 56: 'sha224' };

/** ISO/IEC 9796-2, digital signature scheme 1 with partial recovery (Doc 9303-11, 6.1): `6A | M1 | H(M1 ‖ challenge) | trailer`. */
function verifyRsa(key: RsaPublicKey, challenge: Uint8Array, signature: Uint8Array): Digest | undefined {
  const length = Math.ceil(key.bits / 8);
  if (signature.length !== length) return undefined;
  const block = openBlock(key, signature);
  const trailer = readTrailer(block);
  const start = messageStart(block);
  if (!trailer || start === undefined) return undefined;
  const hashStart = block.length - trailer.bytes - trailer.digest.bytes;
  if (hashStart < start) return undefined;
  const hash = createHash(trailer.digest.id).update(block.subarray(start, hashStart)).update(challenge).digest();
  return hash.equals(block.subarray(hashStart, hashStart + trailer.digest.bytes)) ? trailer.digest : undefined;
}

function openBlock(key: RsaPublicKey, signature: Uint8Array): Buffer {
  const opened = publicDecrypt({ key: toKeyObject(key), padding: constants.RSA_NO_PADDING }, signature);
  // The signer may take the smaller of s and n − s (ISO/IEC 9796-2, annex B). The signed block
  // ends in the nibble C, which distinguishes the two.
  return ((opened.at(-1) ?? 0) & 0x0f) === 0x0c ? opened : complement(key.modulus, opened);
}

function readTrailer(block: Buffer): { digest: Digest; bytes: number } | undefined {
  if (block.at(-1) === 0xbc) return { digest: digestById('sha1'), bytes: 1 };
  const id = block.at(-1) === 0xcc ? TRAILERS[block.at(-2) ?? 0] : undefined;
  return id && { digest: digestById(id), bytes: 2 };
}

/** The header `01`, a bit for partial recovery, then padding nibbles `B` up to the border nibble `A` (ISO/IEC 9796-2, 8). */
function messageStart(block: Buffer): number | undefined {
  if (block[0] === 0x6a) return 1;
  if (block[0] !== 0x6b) return undefined;
  const border = block.findIndex((byte, index) => index > 0 && byte !== 0xbb);
  return block[border] === 0xba ? border + 1 : undefined;
}

function complement(modulus: bigint, block: Buffer): Buffer {
  const value = modulus - BigInt(`0x${block.toString('hex')}`);
  return Buffer.from(value.toString(16).padStart(block.length * 2, '0'), 'hex');
}

/**
 * ECDSA over the challenge; chips return r ‖ s (BSI TR-03111) or DER. When DG14 names no algorithm, every accepted digest is tried,
 * starting with the one as long as the order of the curve, which nearly all chips use.
 */
function verifyEcdsa(
  key: EcPublicKey,
  challenge: Uint8Array,
  signature: Uint8Array,
  algorithm: string | undefined,
): Digest | undefined {
  const named = algorithm === undefined ? undefined : digestOfSignatureOid(algorithm);
  const digests = named ? [named] : DIGESTS.toSorted((a, b) => misfit(a, key) - misfit(b, key));
  const encodings = signature.length === 2 * key.curve.bytes ? (['ieee-p1363', 'der'] as const) : (['der'] as const);
  return digests.find((digest) =>
    encodings.some((encoding) => {
      try {
        return verifyEcdsaSignature(digest, encoding, key, challenge, signature);
      } catch {
        return false;
      }
    }),
  );
}

const misfit = (digest: Digest, { curve }: EcPublicKey) => Math.abs(digest.bytes - curve.bytes);
