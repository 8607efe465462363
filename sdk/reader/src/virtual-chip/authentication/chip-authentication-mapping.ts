import { invert, mod } from '@noble/curves/abstract/modular.js';
import { numberToBytesBE } from '@noble/curves/utils.js';
import { padded } from '../../cipher/padding.ts';
import { encryptAesBlock, encryptBlocks } from '../../cipher/session-cipher.ts';
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
