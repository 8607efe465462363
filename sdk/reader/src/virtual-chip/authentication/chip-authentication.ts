/** The chip's side of Chip Authentication (Doc 9303-11, 6.2). */
import { pow } from '@noble/curves/abstract/modular.js';
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js';
import { DYNAMIC_AUTHENTICATION_DATA, STATUS } from '../../apdu/iso-7816.ts';
import { SESSION_CIPHERS, type SessionCipher } from '../../cipher/session-cipher.ts';
import { deriveSessionKeys } from '../../cipher/session-keys.ts';
import { domainParameters } from '../../curves/domain-parameters.ts';
import { SecureMessaging } from '../../secure-messaging/secure-messaging.ts';
import { contentOf, type Tlv, tlv, unlessMalformed } from '../../tlv/tlv.ts';
import type { Answer, ChipState } from '../chip-state.ts';
import type { AgreementKey } from '../contents.ts';

const PROTOCOL = /^0\.4\.0\.127\.0\.7\.2\.2\.3\.([12])\.([1-4])$/;
const KINDS = { '1': 'DH', '2': 'ECDH' } as const;
const EPHEMERAL_KEY = 0x80;

export function readProtocol(protocol: string): { kind: AgreementKey['kind']; cipher: SessionCipher } | undefined {
  const match = PROTOCOL.exec(protocol);
  return match ? { kind: KINDS[match[1] as '1' | '2'], cipher: SESSION_CIPHERS[Number(match[2]) - 1]! } : undefined;
}

export const keysFor = (
  { contents }: ChipState,
  { kind, key_id }: { kind: AgreementKey['kind']; key_id: number | undefined },
): readonly AgreementKey[] =>
  contents.ca?.filter((key) => key.kind === kind && (key_id === undefined || key.key_id === key_id)) ?? [];

export function continueChipAuthentication(chip: ChipState, objects: Tlv[]): Answer {
  const chosen = chip.chip_authentication;
  const ephemeral = contentOf(objects, EPHEMERAL_KEY);
  chip.chip_authentication = undefined;
  if (!chosen) return { status: STATUS.CONDITIONS_OF_USE };
  const channel = ephemeral && authenticateChip(chosen.key, chosen.cipher, ephemeral);
  return channel
    ? { status: STATUS.OK, data: tlv(DYNAMIC_AUTHENTICATION_DATA), channel }
    : { status: STATUS.WRONG_DATA };
}

/** Undefined when the reader's public key is invalid. */
export function authenticateChip(
  key: AgreementKey,
  cipher: SessionCipher,
  ephemeral: Uint8Array,
): SecureMessaging | undefined {
  const secret = unlessMalformed(() => sharedSecret(key, ephemeral));
  return secret && new SecureMessaging(deriveSessionKeys(secret, cipher));
}

function sharedSecret(key: AgreementKey, ephemeral: Uint8Array): Uint8Array | undefined {
  if (key.kind === 'ECDH') return domainParameters(key.parameter_id)?.sharedSecret(key.private_key, ephemeral);
  const bytes = Math.ceil(key.prime.toString(16).length / 2);
  const theirs = ephemeral.length > 0 && ephemeral.length <= bytes ? bytesToNumberBE(ephemeral) : 0n;
  if (theirs <= 1n || theirs >= key.prime - 1n) return undefined;
  return numberToBytesBE(pow(theirs, key.private_key, key.prime), bytes);
}
