/**
 * Chip Authentication, driven remotely (Doc 9303-11, 6.2; BSI TR-03110-3, 3.4). The terminal's key pair is generated and kept here;
 * the reader only carries messages: it sends the public key to the chip, and then the probe, a command secured with the new keys. A
 * response with a valid checksum proves that the chip holds the private key of DG14, and the reader cannot forge it.
 */

import { createHash } from 'node:crypto';
import { unlessMalformed } from '../asn1/ber.ts';
import { type ChipAuthenticationKey, readChipAuthenticationKeys } from '../lds/chip-authentication-keys.ts';
import { unlessRefused } from '../pki/keys/algorithms.ts';
import { isAnswerUnder, protectCommand } from '../secure-messaging/secure-messaging.ts';
import { deriveSessionKeys, type SessionKeys } from '../secure-messaging/session-keys.ts';

/** SELECT EF.COM, a file that every chip has. The chip responds even when it refuses the command. */
const PROBE = { ins: 0xa4, p1: 0x02, p2: 0x0c, data: Buffer.of(0x01, 0x1e) };
const PROBE_COUNTER = 1n;
const ANSWER_COUNTER = 2n;

/**
 * The reader's commands to the chip: MSE:Set AT and GENERAL AUTHENTICATE, or MSE:Set KAT for 3DES (Doc 9303-11, 6.2); then the
 * probe.
 */
export interface ChipAuthenticationRequest {
  /** Object identifier of the protocol and its cipher. */
  protocol: string;
  /** Id of the chip's key, if DG14 numbers its keys. */
  key_id?: number;
  /** An uncompressed point, or a number as long as the modulus. */
  ephemeral_public_key: Uint8Array;
  probe_apdu: Uint8Array;
}

/** Kept until the chip has responded (Doc 9303-11, 6.2). It never leaves the server, and is valid for one response. */
export interface ChipAuthenticationSecret {
  dg14_sha256: string;
  protocol: string;
  key_id?: number;
  /** Hexadecimal. */
  private_key: string;
}

/** What to send to the reader, and what to keep (Doc 9303-11, 6.2). */
export interface ChipAuthenticationBegun {
  request: ChipAuthenticationRequest;
  secret: ChipAuthenticationSecret;
}

/**
 * Starts Chip Authentication (Doc 9303-11, 6.2) with the strongest cipher that DG14 offers. Undefined when DG14 offers none that is
 * supported, or cannot be parsed.
 */
export function beginChipAuthentication(dg14: Uint8Array): ChipAuthenticationBegun | undefined {
  for (const key of usableKeys(dg14)) {
    const begun = begin(key, sha256(dg14));
    if (begun) return begun;
  }
  return undefined;
}

function begin(key: ChipAuthenticationKey, dg14_sha256: string): ChipAuthenticationBegun | undefined {
  const { protocol } = key;
  const id = key.key_id === undefined ? {} : { key_id: key.key_id };
  const pair = unlessRefused(() => key.agreement.generate());
  const keys = pair && sessionKeys(key, pair.private_key);
  if (!keys) return undefined;
  const { private_key, public_key } = pair;
  return {
    request: {
      protocol,
      ...id,
      ephemeral_public_key: public_key,
      probe_apdu: protectCommand(keys, PROBE_COUNTER, PROBE),
    },
    secret: { dg14_sha256, protocol, ...id, private_key: private_key.toString('hex') },
  };
}

const usableKeys = (dg14: Uint8Array): ChipAuthenticationKey[] =>
  unlessMalformed(() => readChipAuthenticationKeys(dg14).usable) ?? [];

export interface ChipAuthentication {
  dg14: Uint8Array;
  secret: ChipAuthenticationSecret;
  /** The chip's response to the probe, with its status. */
  response: Uint8Array;
}

/**
 * Whether the chip holds the private key of DG14 (Doc 9303-11, 6.2). The response counts only if DG14 is the one that the security
 * object lists. It must also be the DG14 for which the key was generated: a reader that named a group of its own choice, in which
 * discrete logarithms are easy, would know the server's private key.
 */
export function verifyChipAuthentication({ dg14, secret, response }: ChipAuthentication): boolean {
  if (sha256(dg14) !== secret.dg14_sha256) return false;
  const key = usableKeys(dg14).find(({ protocol, key_id }) => protocol === secret.protocol && key_id === secret.key_id);
  const keys = key && sessionKeys(key, Buffer.from(secret.private_key, 'hex'));
  // A response that is not a list of data objects proves nothing.
  return (keys && unlessMalformed(() => isAnswerUnder(keys, ANSWER_COUNTER, response))) === true;
}

function sessionKeys({ agreement, cipher }: ChipAuthenticationKey, private_key: Uint8Array): SessionKeys | undefined {
  return unlessRefused(() => deriveSessionKeys(agreement.agree(private_key), cipher));
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
