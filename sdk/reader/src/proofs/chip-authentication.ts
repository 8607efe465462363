import { concatBytes } from '@noble/hashes/utils.js';
import type { Response } from '../apdu/apdu.ts';
import { DYNAMIC_AUTHENTICATION_DATA, INS, STATUS } from '../apdu/iso-7816.ts';
import { refusal } from '../chip-error.ts';
import type { Channel } from '../secure-messaging/channel.ts';
import { bigEndian, encodeObjectIdentifier, tlv } from '../tlv/tlv.ts';

/** The service's response to `reader.chip_authentication`, as bytes (Doc 9303-11, 6.2). */
export interface ChipAuthenticationRequest {
  /** Object identifier of the protocol and its cipher. */
  protocol: string;
  key_id?: number;
  ephemeral_public_key: Uint8Array;
  /** A command secured with the keys that only the chip and the service will share. */
  probe_apdu: Uint8Array;
}

/** id-CA-DH-3DES-CBC-CBC and id-CA-ECDH-3DES-CBC-CBC: with this cipher, keys are agreed on in a single command. */
const IS_TRIPLE_DES = /^0\.4\.0\.127\.0\.7\.2\.2\.3\.[12]\.1$/;

/** Chip Authentication driven remotely (Doc 9303-11, 6.2.4). From then on, the chip uses keys that this reader does not have. */
export async function authenticateChip(channel: Channel, request: ChipAuthenticationRequest): Promise<Uint8Array> {
  await (IS_TRIPLE_DES.test(request.protocol) ? setKeyAgreement(channel, request) : agree(channel, request));
  return channel.sendForeign(request.probe_apdu);
}

/** MSE:Set KAT. */
async function setKeyAgreement(channel: Channel, { ephemeral_public_key, key_id }: ChipAuthenticationRequest) {
  const data = concatBytes(tlv(0x91, ephemeral_public_key), keyReference(key_id));
  assertOk(await channel.send({ ins: INS.SET_SECURITY_ENVIRONMENT, p1: 0x41, p2: 0xa6, data }));
}

/** MSE:Set AT and GENERAL AUTHENTICATE. */
async function agree(channel: Channel, { protocol, ephemeral_public_key, key_id }: ChipAuthenticationRequest) {
  const choice = concatBytes(tlv(0x80, encodeObjectIdentifier(protocol)), keyReference(key_id));
  assertOk(await channel.send({ ins: INS.SET_SECURITY_ENVIRONMENT, p1: 0x41, p2: 0xa4, data: choice }));
  const data = tlv(DYNAMIC_AUTHENTICATION_DATA, tlv(0x80, ephemeral_public_key));
  assertOk(await channel.send({ ins: INS.GENERAL_AUTHENTICATE, data, le: 256 }));
}

const keyReference = (key_id: number | undefined) =>
  key_id === undefined ? new Uint8Array() : tlv(0x84, bigEndian(key_id));

function assertOk({ status }: Response): void {
  if (status !== STATUS.OK)
    throw refusal('chip_authentication_refused', 'The chip refused Chip Authentication.', status);
}
