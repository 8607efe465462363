import type { SessionCipher } from '../cipher/session-cipher.ts';

/** Generic, Integrated, or Chip Authentication Mapping (Doc 9303-11, 4.4.3.3). */
export type Mapping = 'GM' | 'IM' | 'CAM';

/** The contents of a PACE object identifier (Doc 9303-11, 9.2.3). */
export interface PaceProtocol {
  oid: string;
  agreement: 'ECDH' | 'DH';
  mapping: Mapping;
  cipher: SessionCipher;
}

/** id-PACE. */
export const PACE = '0.4.0.127.0.7.2.2.4';
const VARIANTS: Record<number, Pick<PaceProtocol, 'agreement' | 'mapping'>> = {
  1: { agreement: 'DH', mapping: 'GM' },
  2: { agreement: 'ECDH', mapping: 'GM' },
  3: { agreement: 'DH', mapping: 'IM' },
  4: { agreement: 'ECDH', mapping: 'IM' },
  6: { agreement: 'ECDH', mapping: 'CAM' },
};
const CIPHERS: Record<number, SessionCipher> = { 1: '3DES', 2: 'AES-128', 3: 'AES-192', 4: 'AES-256' };

/** Undefined for any other object identifier. */
export function paceProtocol(oid: string): PaceProtocol | undefined {
  if (!oid.startsWith(`${PACE}.`)) return undefined;
  const [variant, number, ...more] = oid
    .slice(PACE.length + 1)
    .split('.')
    .map(Number);
  const [chosen, cipher] = [VARIANTS[variant ?? 0], CIPHERS[number ?? 0]];
  if (!chosen || !cipher || more.length > 0) return undefined;
  // Chip Authentication Mapping exists with AES only.
  return chosen.mapping === 'CAM' && cipher === '3DES' ? undefined : { oid, ...chosen, cipher };
}
