import { readBer } from '../asn1/ber.ts';
import { type PublicKey, readPublicKey } from '../pki/keys/public-key.ts';

/** The public key of Active Authentication (Doc 9303-10, 4.7.15). */
export function readDg15(bytes: Uint8Array): PublicKey {
  const fields = readBer(bytes, 'DG15', { trailing: true }).fields(0x6f, 'DG15');
  return readPublicKey(fields.any('public key'), 'DG15: public key');
}
