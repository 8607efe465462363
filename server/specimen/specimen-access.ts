/**
 * How a reader opens the specimens' chips: the protocols that were common when the documents were issued, and the SecurityInfos
 * (ICAO 9303-11, 9.2) that list them in EF.CardAccess, EF.CardSecurity and DG14.
 */
import type { KeyObject } from 'node:crypto';
import * as der from './der-writer.ts';
import { type Signer, writeCardSecurity } from './security-object.ts';
import { subjectPublicKeyInfo } from './specimen-keys.ts';

const ACTIVE_AUTHENTICATION = '2.23.136.1.1.5';
const ECDSA_PLAIN_SHA_256 = '0.4.0.127.0.7.1.1.4.1.3';
const CHIP_AUTHENTICATION_AES_128 = '0.4.0.127.0.7.2.2.3.2.2';
const CHIP_AUTHENTICATION_KEY = '0.4.0.127.0.7.2.2.1.2';
/** `id-PACE-ECDH-GM` and `id-PACE-ECDH-CAM`, to which the number of the cipher is appended. */
const PACE_MAPPINGS = { GM: '0.4.0.127.0.7.2.2.4.2', CAM: '0.4.0.127.0.7.2.2.4.6' };
const PACE_CIPHERS = { 'AES-128': 2, 'AES-256': 4 };

export interface SpecimenAccess {
  bac: boolean;
  pace: readonly PaceOffer[];
  can?: string;
  card_access?: Uint8Array;
  card_security?: Uint8Array;
}

const BRAINPOOL_P256 = 13;
const P_256 = 12;

/** Generations of documents, oldest first. */
export const ACCESS_KINDS = {
  /** A document from the years before PACE. */
  BAC: { bac: true, pace: [] },
  /** A passport from the years in which chips had to offer both protocols. */
  PACE_AND_BAC: {
    bac: true,
    pace: [{ mapping: 'GM', agreement: 'ECDH', cipher: 'AES-128', parameter_id: BRAINPOOL_P256 }],
  },
  /** An identity card, which can also be opened with its CAN, the number on its front. */
  CARD: {
    bac: false,
    pace: [{ mapping: 'GM', agreement: 'ECDH', cipher: 'AES-256', parameter_id: BRAINPOOL_P256 }],
    can: '482915',
  },
  /** A current passport, whose chip proves during PACE that it has its private key (Chip Authentication Mapping). */
  MAPPING: {
    bac: false,
    pace: [
      { mapping: 'CAM', agreement: 'ECDH', cipher: 'AES-128', parameter_id: P_256 },
      { mapping: 'GM', agreement: 'ECDH', cipher: 'AES-128', parameter_id: P_256 },
    ],
    can: '350172',
  },
} as const satisfies Record<string, SpecimenAccess>;

export type AccessKind = keyof typeof ACCESS_KINDS;

/** DG14 repeats the PACEInfos because EF.CardAccess is not signed. */
export const paceInfosOf = (kind: AccessKind): Uint8Array[] => ACCESS_KINDS[kind].pace.map(paceInfo);

/**
 * How one document is opened. A copied chip cannot perform Chip Authentication Mapping. It can hide that, because EF.CardAccess is
 * not signed: it does not offer the protocol, and has no EF.CardSecurity.
 */
export function accessOf(
  kind: AccessKind,
  { chip, chipKey, signer, at }: { chip: 'genuine' | 'clone'; chipKey: KeyObject; signer: Signer; at: Date },
): SpecimenAccess {
  const access: SpecimenAccess = ACCESS_KINDS[kind];
  const pace = chip === 'genuine' ? access.pace : access.pace.filter(({ mapping }) => mapping !== 'CAM');
  if (pace.length === 0) return access;
  const infos = pace.map(paceInfo);
  const hasMapping = pace.some(({ mapping }) => mapping === 'CAM');
  return {
    ...access,
    pace,
    card_access: der.setOf(...infos),
    ...(hasMapping && {
      card_security: writeCardSecurity(der.setOf(...infos, ...chipAuthenticationInfos(chipKey)), signer, at),
    }),
  };
}

/** A PACE variant with ECDH. `parameter_id` is the number of the curve (9303-11, 9.5.1). */
interface PaceOffer {
  mapping: keyof typeof PACE_MAPPINGS;
  agreement: 'ECDH';
  cipher: keyof typeof PACE_CIPHERS;
  parameter_id: number;
}

/** Says how a chip with an EC key signs for Active Authentication. RSA keys need no such entry. */
export const activeAuthenticationInfo = (): Uint8Array =>
  der.sequence(der.oid(ACTIVE_AUTHENTICATION), der.integer(1), der.oid(ECDSA_PLAIN_SHA_256));

export const chipAuthenticationInfos = (chipKey: KeyObject): Uint8Array[] => [
  der.sequence(der.oid(CHIP_AUTHENTICATION_AES_128), der.integer(1)),
  der.sequence(der.oid(CHIP_AUTHENTICATION_KEY), subjectPublicKeyInfo(chipKey)),
];

const paceInfo = ({ mapping, cipher, parameter_id }: PaceOffer): Uint8Array =>
  der.sequence(der.oid(`${PACE_MAPPINGS[mapping]}.${PACE_CIPHERS[cipher]}`), der.integer(2), der.integer(parameter_id));
