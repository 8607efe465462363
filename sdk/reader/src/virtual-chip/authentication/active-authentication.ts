/** The chip's side of Active Authentication (Doc 9303-11, 6.1). */
import { pow } from '@noble/curves/abstract/modular.js';
import { type ECDSA, ecdsa, weierstrass } from '@noble/curves/abstract/weierstrass.js';
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { STATUS } from '../../apdu/iso-7816.ts';
import { CURVES } from '../../curves/curve-parameters.ts';
import type { Random } from '../../random.ts';
import type { CommandHandler } from '../chip-state.ts';
import type { HashName, SigningKey } from '../contents.ts';

const CHALLENGE_BYTES = 8;

export const internalAuthenticate: CommandHandler = ({ access, contents, random }, { p1, p2, data }) => {
  if (!contents.aa) return { status: STATUS.UNKNOWN_INSTRUCTION };
  if (!access) return { status: STATUS.SECURITY_STATUS };
  if (p1 || p2) return { status: STATUS.WRONG_P1_P2 };
  if (data?.length !== CHALLENGE_BYTES) return { status: STATUS.WRONG_LENGTH };
  const signature =
    contents.aa.kind === 'RSA' ? signRecoverable(contents.aa, data, random) : signPlain(contents.aa, data);
  return { status: STATUS.OK, data: signature };
};

const HASHES = { 'SHA-1': sha1, 'SHA-224': sha224, 'SHA-256': sha256, 'SHA-384': sha384, 'SHA-512': sha512 } as const;

/** ECDSA as r ‖ s (BSI TR-03111, 5.2.1). */
function signPlain(key: SigningKey & { kind: 'ECDSA' }, challenge: Uint8Array): Uint8Array {
  const scheme = ecdsaOn(key.parameter_id, key.hash);
  const { secretKey } = scheme.lengths;
  return scheme.sign(challenge, numberToBytesBE(key.private_key, secretKey!), { lowS: false });
}

const schemes = new Map<string, ECDSA>();

/** Cached, because a curve precomputes its multiplications on first use. */
function ecdsaOn(parameter_id: number, hash: HashName): ECDSA {
  const name = `${parameter_id} ${hash}`;
  const known = schemes.get(name);
  if (known) return known;
  const curve = CURVES.find(({ id }) => id === parameter_id);
  if (!curve) throw new RangeError(`No curve has the number ${parameter_id}.`);
  const { p, a, b, n, gx, gy } = curve;
  const scheme = ecdsa(weierstrass({ p, a, b, n, h: 1n, Gx: gx, Gy: gy }), HASHES[hash], { lowS: false });
  schemes.set(name, scheme);
  return scheme;
}

const HEADER = 0x6a;
/** SHA-1 has no identifier; the other hashes are identified before `CC` (ISO/IEC 10118-3). */
const TRAILERS: Record<HashName, readonly number[]> = {
  'SHA-1': [0xbc],
  'SHA-224': [0x38, 0xcc],
  'SHA-256': [0x34, 0xcc],
  'SHA-384': [0x36, 0xcc],
  'SHA-512': [0x35, 0xcc],
};

/**
 * RSA with message recovery, ISO/IEC 9796-2, scheme 1: the chip signs its own random bytes and the challenge, and the verifier
 * recovers the random bytes. Not constant-time: the keys of specimens protect nothing.
 */
function signRecoverable(key: SigningKey & { kind: 'RSA' }, challenge: Uint8Array, random: Random): Uint8Array {
  const { modulus, private_exponent, hash } = key;
  const length = Math.ceil(modulus.toString(16).length / 2);
  const trailer = TRAILERS[hash];
  const recoverable = random(length - 1 - HASHES[hash].outputLen - trailer.length);
  const digest = HASHES[hash](concatBytes(recoverable, challenge));
  const representative = concatBytes(Uint8Array.of(HEADER), recoverable, digest, Uint8Array.from(trailer));
  return numberToBytesBE(pow(bytesToNumberBE(representative), private_exponent, modulus), length);
}
