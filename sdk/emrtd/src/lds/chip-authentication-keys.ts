/** The keys of DG14 that Chip Authentication can use, and their ciphers (Doc 9303-11, 9.2.5 and 9.2.6). */

import { type AgreementKey, readAgreementKey } from '../pki/keys/agreement-key.ts';
import { unlessUnsupported } from '../pki/keys/algorithms.ts';
import type { SessionCipher } from '../secure-messaging/session-keys.ts';
import { readDg14, type SecurityInfos } from './chip-security.ts';

export interface ChipAuthenticationKey {
  protocol: string;
  cipher: SessionCipher;
  key_id?: number;
  agreement: AgreementKey;
}

export interface ChipAuthenticationOffer {
  /** Whether DG14 lists a key for Chip Authentication, supported or not. */
  isOffered: boolean;
  /**
   * Whether DG14 lists PACE with Chip Authentication Mapping and no protocol of Chip Authentication. A key in DG14 then belongs to
   * the mapping.
   */
  isMappingOnly: boolean;
  /** The supported keys, strongest cipher first. */
  usable: ChipAuthenticationKey[];
}

/** `id-CA-DH-` and `id-CA-ECDH-`, each followed by the number of its cipher. */
const AGREEMENTS = { DH: '0.4.0.127.0.7.2.2.3.1', ECDH: '0.4.0.127.0.7.2.2.3.2' };
const CIPHERS: Record<string, SessionCipher> = { '1': '3DES', '2': 'AES-128', '3': 'AES-192', '4': 'AES-256' };
/** `id-PACE-ECDH-CAM-`, which DG14 repeats from EF.CardAccess (Doc 9303-11, 9.2). */
const MAPPING = /^0\.4\.0\.127\.0\.7\.2\.2\.4\.6\.\d+$/;
const KEYS = { DH: '0.4.0.127.0.7.2.2.1.1', ECDH: '0.4.0.127.0.7.2.2.1.2' };
/** Version 2 derives its keys from a nonce of the chip, and belongs to another application. */
const VERSION = 1;
const LARGEST_KEY_ID = 0x7fff_ffffn;

/** Throws Malformed. A key of an unknown kind is skipped, because a known one may follow. */
export function readChipAuthenticationKeys(dg14: Uint8Array): ChipAuthenticationOffer {
  const infos = readDg14(dg14);
  const usable = infos.chip_authentication_keys.flatMap((key) => {
    const agreement = unlessUnsupported(() => readAgreementKey(key.public_key, 'DG14: key of Chip Authentication'));
    if (!agreement || key.protocol !== KEYS[agreement.kind]) return [];
    return protocolsFor(infos, agreement.kind, key.key_id).flatMap((protocol) => {
      const cipher = CIPHERS[protocol.at(-1) ?? ''];
      return cipher ? [{ protocol, cipher, agreement, ...keyIdOf(key.key_id) }] : [];
    });
  });
  usable.sort((a, b) => b.protocol.at(-1)?.localeCompare(a.protocol.at(-1) ?? '') ?? 0);
  const isMappingOnly = infos.chip_authentication.length === 0 && infos.protocols.some((oid) => MAPPING.test(oid));
  return { isOffered: infos.chip_authentication_keys.length > 0 && !isMappingOnly, isMappingOnly, usable };
}

/**
 * The protocols that DG14 lists for a key. A protocol without an id belongs to every key of its kind, and a key without an id to every
 * protocol, because some States number only one of the two lists. First-generation chips list a key without a protocol, and use 3DES.
 */
function protocolsFor(infos: SecurityInfos, kind: AgreementKey['kind'], key_id: bigint | undefined): string[] {
  if (key_id !== undefined && (key_id < 0n || key_id > LARGEST_KEY_ID)) return [];
  const ofKind = infos.chip_authentication.filter(({ protocol }) => protocol.startsWith(`${AGREEMENTS[kind]}.`));
  if (infos.chip_authentication.length === 0) return [`${AGREEMENTS[kind]}.1`];
  return ofKind
    .filter((info) => info.version === VERSION)
    .filter((info) => info.key_id === undefined || key_id === undefined || info.key_id === key_id)
    .map(({ protocol }) => protocol);
}

const keyIdOf = (key_id: bigint | undefined) => (key_id === undefined ? {} : { key_id: Number(key_id) });
