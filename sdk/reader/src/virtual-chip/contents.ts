import type { SessionCipher } from '../cipher/session-cipher.ts';
import type { FileName } from '../files/elementary-file.ts';

/** Everything inside a chip: its files (Doc 9303-10, 4.7), and the keys that never leave it. */
export interface ChipContents {
  files: Partial<Record<FileName, Uint8Array>>;
  /** Access protocols; the MRZ is taken from DG1. */
  access: ChipAccess;
  /** The key for Active Authentication. */
  aa?: SigningKey;
  /** The keys for Chip Authentication and Chip Authentication Mapping. */
  ca?: readonly AgreementKey[];
}

/** The access protocols a chip offers (Doc 9303-11, 4.2). */
export interface ChipAccess {
  bac: boolean;
  pace: readonly PaceOffer[];
  /** The card access number, if one is printed. */
  can?: string;
  /** EF.CardAccess as issued by the State; by default it is generated from `pace`. */
  card_access?: Uint8Array;
  /** EF.CardSecurity, which only the State can sign. */
  card_security?: Uint8Array;
}

/** A PACE variant (Doc 9303-11, 9.2.1): mapping, key agreement, cipher, and the number of the domain parameters (9.5.1). */
export interface PaceOffer {
  mapping: PaceMapping;
  agreement: 'ECDH' | 'DH';
  cipher: SessionCipher;
  parameter_id: number;
  /** The chip's own number for the parameters, 32 or more, when EF.CardAccess spells them out (Doc 9303-11, 9.2.1). */
  described_as?: number;
}

/** Generic, Integrated, and Chip Authentication Mapping (Doc 9303-11, 4.4.3.3). */
export type PaceMapping = 'GM' | 'IM' | 'CAM';

/** The private key of DG15, for Active Authentication (Doc 9303-11, 6.1). */
export type SigningKey =
  | { kind: 'ECDSA'; parameter_id: number; hash: HashName; private_key: bigint }
  | { kind: 'RSA'; hash: HashName; modulus: bigint; private_exponent: bigint };

/** The hash of the chip's signatures (Doc 9303-11, 6.1.2.3). */
export type HashName = 'SHA-1' | 'SHA-224' | 'SHA-256' | 'SHA-384' | 'SHA-512';

/**
 * A private key of DG14 (Doc 9303-11, 9.2.6). A curve is named by the number of its domain parameters; any Diffie-Hellman group may
 * be used.
 */
export type AgreementKey = { key_id?: number; private_key: bigint } & (
  | { kind: 'ECDH'; parameter_id: number }
  | { kind: 'DH'; prime: bigint; generator: bigint }
);
