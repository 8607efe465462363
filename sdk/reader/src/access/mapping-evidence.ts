import { bytesToNumberBE, equalBytes } from '@noble/curves/utils.js';
import { ChipError } from '../chip-error.ts';
import { decryptBlocks, encryptAesBlock, unpadded } from '../cipher/session-cipher.ts';
import type { SessionKeys } from '../cipher/session-keys.ts';
import type { Group } from '../curves/group.ts';
import { contentOf, readTlv, readTlvs, unlessMalformed } from '../tlv/tlv.ts';
import { groupOf, readSecurityInfos } from './pace-offers.ts';

/**
 * What a chip disclosed in PACE with Chip Authentication Mapping (Doc 9303-11, 4.4.3.5). It proves the chip only to the reader that
 * ran PACE, because anyone who knows the session keys could have produced it.
 */
export interface MappingEvidence {
  card_access: Uint8Array;
  /** The chip's ephemeral public key of the mapping. */
  mapping_public_key: Uint8Array;
  /** The encrypted data sent with the chip's token. */
  encrypted_data: Uint8Array;
  /** The session key that decrypts `encrypted_data`. */
  ks_enc: Uint8Array;
  /**
   * Whether the evidence matches a key of EF.CardSecurity, whose signature is not verified here. Absent when that file cannot be
   * read or parsed. A verdict also needs the same key in DG14.
   */
  fits_card_security?: boolean;
}

const PUBLIC_KEY_INFO = '0.4.0.127.0.7.2.2.1.2';
const MOST_BYTES = 128;

/** Whether the chip's mapping key is the product of the disclosed value and a public key of EF.CardSecurity. */
export function fitsCardSecurity(
  group: Group,
  keys: SessionKeys,
  { public_key, encrypted_data }: { public_key: Uint8Array; encrypted_data: Uint8Array },
  card_security: Uint8Array,
): boolean {
  const disclosed = decryptedMapping(keys, encrypted_data);
  const factor = disclosed ? bytesToNumberBE(disclosed) : 0n;
  if (factor % group.order === 0n) return false;
  return publicKeysOf(card_security, group).some((key) => {
    const product = unlessMalformed(() => group.multiply(factor, key));
    return product !== undefined && equalBytes(product, public_key);
  });
}

/** Decrypts with AES-CBC, with the encrypted −1 as IV, and removes the padding. */
export function decryptedMapping({ cipher, enc }: SessionKeys, encrypted: Uint8Array): Uint8Array | undefined {
  if (encrypted.length === 0 || encrypted.length % 16 !== 0 || encrypted.length > MOST_BYTES) return undefined;
  const iv = encryptAesBlock(enc, new Uint8Array(16).fill(0xff));
  return unpadded(decryptBlocks(cipher, enc, iv, encrypted.slice()));
}

function publicKeysOf(card_security: Uint8Array, group: Group): Uint8Array[] {
  const keys = readSecurityInfos(signedContent(card_security)).filter(({ oid }) => oid === PUBLIC_KEY_INFO);
  return keys.flatMap(({ fields: [info] }) => {
    const [algorithm, key] = info?.tag === 0x30 ? readTlvs(info.content) : [];
    // A bit string begins with its number of unused bits.
    return algorithm && key?.tag === 0x03 && groupOf(algorithm)?.p === group.p ? [key.content.subarray(1)] : [];
  });
}

/** The content of a SignedData (RFC 5652, 5.1). The signature is not verified. */
function signedContent(cms: Uint8Array): Uint8Array {
  const into = (bytes: Uint8Array | undefined, tag: number) => {
    const content = bytes && contentOf(readTlvs(bytes), tag);
    if (!content) throw new ChipError('data_object_malformed', 'EF.CardSecurity is not signed data.');
    return content;
  };
  const signed_data = into(into(readTlv(cms, 0x30).content, 0xa0), 0x30);
  return into(into(into(signed_data, 0x30), 0xa0), 0x04);
}
