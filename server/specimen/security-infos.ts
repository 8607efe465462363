/** SecurityInfos (ICAO 9303-11, 9.2): the protocols that a chip supports, as listed in EF.CardAccess, EF.CardSecurity and DG14. */
import type { KeyObject } from 'node:crypto';
import * as der from './der-writer.ts';
import { subjectPublicKeyInfo } from './specimen-keys.ts';

const ACTIVE_AUTHENTICATION = '2.23.136.1.1.5';
const ECDSA_PLAIN_SHA_256 = '0.4.0.127.0.7.1.1.4.1.3';
const CHIP_AUTHENTICATION_AES_128 = '0.4.0.127.0.7.2.2.3.2.2';
const CHIP_AUTHENTICATION_KEY = '0.4.0.127.0.7.2.2.1.2';
/** `id-PACE-ECDH-GM` and `id-PACE-ECDH-CAM`; the cipher follows. */
const PACE_MAPPINGS = { GM: '0.4.0.127.0.7.2.2.4.2', CAM: '0.4.0.127.0.7.2.2.4.6' };
const PACE_CIPHERS = { 'AES-128': 2, 'AES-256': 4 };

/** A PACE variant with ECDH. `parameter_id` is the number of the curve (9303-11, 9.5.1). */
export interface PaceOffer {
  mapping: keyof typeof PACE_MAPPINGS;
  agreement: 'ECDH';
  cipher: keyof typeof PACE_CIPHERS;
  parameter_id: number;
}

/** States how the chip signs if it has an EC key. RSA keys need no such entry. */
export const activeAuthenticationInfo = (): Uint8Array =>
  der.sequence(der.oid(ACTIVE_AUTHENTICATION), der.integer(1), der.oid(ECDSA_PLAIN_SHA_256));

/** Chip Authentication with ECDH and AES-128, and the chip's key for it. */
export const chipAuthenticationInfos = (chipKey: KeyObject): Uint8Array[] => [
  der.sequence(der.oid(CHIP_AUTHENTICATION_AES_128), der.integer(1)),
  der.sequence(der.oid(CHIP_AUTHENTICATION_KEY), subjectPublicKeyInfo(chipKey, 'explicit')),
];

export const paceInfo = ({ mapping, cipher, parameter_id }: PaceOffer): Uint8Array =>
  der.sequence(der.oid(`${PACE_MAPPINGS[mapping]}.${PACE_CIPHERS[cipher]}`), der.integer(2), der.integer(parameter_id));
