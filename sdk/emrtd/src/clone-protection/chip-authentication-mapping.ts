import { createDecipheriv } from 'node:crypto';
import { readCardAccess, readDg14 } from '../lds/chip-security.ts';
import { readAgreementKey } from '../pki/keys/agreement-key.ts';
import { unlessRefused, unlessUnsupported } from '../pki/keys/algorithms.ts';
import { encrypted } from '../secure-messaging/macs.ts';

/** The terminal's data after PACE with Chip Authentication Mapping (Doc 9303-11, 4.4.3.5). */
export interface ChipAuthenticationMapping {
  dg14: Uint8Array;
  /** EF.CardAccess. */
  card_access: Uint8Array;
  /** The chip's mapping key: an uncompressed point. */
  mapping_public_key: Uint8Array;
  /** The encrypted data sent with the chip's authentication token. */
  encrypted_data: Uint8Array;
  /** The encryption key of the session that PACE established. */
  ks_enc: Uint8Array;
}

/** `id-PACE-ECDH-CAM-AES-CBC-CMAC-`, and the key length of each variant in bytes. */
const CAM = '0.4.0.127.0.7.2.2.4.6.';
const KEY_BYTES: Record<string, number> = { '2': 16, '3': 24, '4': 32 };
/** The elliptic curves among the standardized domain parameters (Doc 9303-11, 9.5.1). */
const CURVES: Record<number, string> = {
  8: 'P-192',
  9: 'brainpoolP192r1',
  10: 'P-224',
  11: 'brainpoolP224r1',
  12: 'P-256',
  13: 'brainpoolP256r1',
  14: 'brainpoolP320r1',
  15: 'P-384',
  16: 'brainpoolP384r1',
  17: 'brainpoolP512r1',
  18: 'P-521',
};

/**
 * Whether the chip that took part in PACE holds a private key of DG14 (Doc 9303-11, 4.4.3.5): its mapping key is the product of
 * the disclosed value and its public key. This convinces only the terminal of that PACE: anyone who chooses the terminal's keys can
 * produce all of these values without a chip.
 */
export function verifyChipAuthenticationMapping(evidence: ChipAuthenticationMapping): boolean {
  const curve = curveOf(evidence);
  const disclosed = curve && decrypted(evidence);
  if (!disclosed) return false;
  const { mapping_public_key: point } = evidence;
  const x = point.subarray(1, 1 + (point.length - 1) / 2);
  return readDg14(evidence.dg14).chip_authentication_keys.some(({ public_key }) => {
    const key = unlessUnsupported(() => readAgreementKey(public_key, 'DG14: key of Chip Authentication'));
    // Only x is compared, because the private keys of the two points with this x follow from each other.
    return point[0] === 0x04 && key?.curve === curve && unlessRefused(() => key.agree(disclosed))?.equals(x) === true;
  });
}

function curveOf({ card_access, ks_enc }: ChipAuthenticationMapping): string | undefined {
  const info = readCardAccess(card_access).find(
    ({ protocol }) => protocol.startsWith(CAM) && KEY_BYTES[protocol.slice(CAM.length)] === ks_enc.length,
  );
  return CURVES[info?.parameter_id ?? -1];
}

/** AES-CBC with the encrypted −1 as IV; padding method 2. */
function decrypted({ encrypted_data, ks_enc }: ChipAuthenticationMapping): Buffer | undefined {
  if (encrypted_data.length === 0 || encrypted_data.length % 16 !== 0 || encrypted_data.length > 128) return undefined;
  const bits = ks_enc.length * 8;
  const iv = encrypted(`aes-${bits}-ecb`, ks_enc, null, Buffer.alloc(16, 0xff));
  const blocks = createDecipheriv(`aes-${bits}-cbc`, ks_enc, iv).setAutoPadding(false).update(encrypted_data);
  const end = blocks.lastIndexOf(0x80);
  return end > 0 && blocks.subarray(end + 1).every((byte) => byte === 0) ? blocks.subarray(0, end) : undefined;
}
