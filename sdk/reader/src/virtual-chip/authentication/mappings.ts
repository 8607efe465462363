import { invert, mod } from '@noble/curves/abstract/modular.js';
import { bytesToNumberBE, hexToBytes, numberToBytesBE } from '@noble/curves/utils.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { blockOf, encryptAesBlock, encryptBlocks, padded, type SessionCipher } from '../../cipher/session-cipher.ts';
import type { SessionKeys } from '../../cipher/session-keys.ts';
import type { Group } from '../../curves/group.ts';
import type { ChipContents, PaceOffer } from '../contents.ts';

const AES_BLOCK = 16;

/**
 * The encrypted value that derives the chip's mapping key from its key in EF.CardSecurity (Doc 9303-11, 4.4.3.5). A copied chip,
 * which lacks that private key, can only send an arbitrary value.
 */
export function sealedMappingProof(
  { contents, offer, group }: { contents: ChipContents; offer: PaceOffer; group: Group },
  { cipher, enc }: SessionKeys,
  mapping_key: bigint,
): Uint8Array {
  const key = contents.ca?.find((each) => each.kind === 'ECDH' && each.parameter_id === offer.parameter_id);
  const disclosed = mod(mapping_key * invert(key?.private_key ?? 1n, group.order), group.order);
  const bytes = Math.ceil(group.order.toString(16).length / 2);
  const iv = encryptAesBlock(enc, new Uint8Array(AES_BLOCK).fill(0xff));
  return encryptBlocks(cipher, enc, iv, padded(numberToBytesBE(disclosed, bytes), AES_BLOCK));
}

/** As long as the nonce: 128 bits for 3DES and AES-128, 256 bits for the others. */
const CONSTANTS = {
  16: ['a668892a7c41e3ca739f40b057d85904', 'a4e136ac725f738b01c1f60217c188ad'],
  32: [
    'd463d65234124ef7897054986dca0a174e28df758cbaa03f240616414d5a1676',
    '54bd7255f0aaf831bec3423fcf39d69b6cbf066677d0faae5aadd99df8e53517',
  ],
} as const;
/** Extra bits beyond the length of the prime, so that the remainder has no visible bias. */
const SURPLUS_BITS = 64;

/**
 * The number derived from both nonces (Doc 9303-11, 4.4.3.3.2). Implemented separately from the reader, so that an error on one side
 * is not hidden by the same error on the other.
 */
export function pseudorandomNumber(
  cipher: SessionCipher,
  nonce: Uint8Array,
  theirs: Uint8Array,
  prime: bigint,
): bigint {
  const encrypted = (key: Uint8Array, blocks: Uint8Array) =>
    encryptBlocks(cipher, key.slice(0, theirs.length), new Uint8Array(blockOf(cipher)), blocks);
  const [forKey, forNumber] = CONSTANTS[nonce.length === 32 ? 32 : 16].map(hexToBytes) as [Uint8Array, Uint8Array];
  const parts: Uint8Array[] = [];
  let key = encrypted(theirs, nonce);
  for (let bits = 0; bits < prime.toString(2).length + SURPLUS_BITS; bits += 8 * nonce.length) {
    parts.push(encrypted(key, forNumber));
    key = encrypted(key, forKey);
  }
  return bytesToNumberBE(concatBytes(...parts)) % prime;
}
