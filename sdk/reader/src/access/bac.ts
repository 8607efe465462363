import { bytesToNumberBE, concatBytes, equalBytes } from '@noble/curves/utils.js';
import { INS, STATUS } from '../apdu/iso-7816.ts';
import { ChipError, refusal } from '../chip-error.ts';
import { padded } from '../cipher/session-cipher.ts';
import { deriveSessionKeys } from '../cipher/session-keys.ts';
import { retailMac, tripleDesDecrypt, tripleDesEncrypt } from '../cipher/triple-des.ts';
import type { Random } from '../random.ts';
import type { Channel } from '../secure-messaging/channel.ts';
import { SecureMessaging } from '../secure-messaging/secure-messaging.ts';
import { basicAccessSeed, type Password } from './password.ts';

const NONCE_BYTES = 8;
const KEY_BYTES = 16;
const ANSWER_BYTES = 40;
const NO_IV = new Uint8Array(8);

/** Basic Access Control (Doc 9303-11, 4.3). The application must be selected. */
export async function basicAccess(channel: Channel, password: Password, random: Random): Promise<SecureMessaging> {
  const keys = deriveSessionKeys(basicAccessSeed(password), '3DES');
  const challenge = await channel.send({ ins: INS.GET_CHALLENGE, le: NONCE_BYTES });
  if (challenge.status !== STATUS.OK || challenge.data.length !== NONCE_BYTES)
    throw refusal('bac_unsupported', 'The chip did not start Basic Access Control.', challenge.status);
  const [chip_nonce, nonce, half] = [challenge.data, random(NONCE_BYTES), random(KEY_BYTES)];
  const encrypted = tripleDesEncrypt(keys.enc, NO_IV, concatBytes(nonce, chip_nonce, half));
  const proof = concatBytes(encrypted, checksumOf(keys.mac, encrypted));
  const { data, status } = await channel.send({ ins: INS.EXTERNAL_AUTHENTICATE, data: proof, le: ANSWER_BYTES });
  if (status !== STATUS.OK) throw refusal('mrz_refused', 'The chip refused the key derived from the MRZ.', status);
  if (data.length !== ANSWER_BYTES)
    throw new ChipError('access_malformed', 'The response to Basic Access Control does not have 40 bytes.');
  const [answer, checksum] = [data.slice(0, 32), data.slice(32)];
  const plain = tripleDesDecrypt(keys.enc, NO_IV, answer);
  const is_genuine =
    equalBytes(checksum, checksumOf(keys.mac, answer)) &&
    equalBytes(plain.slice(0, 8), chip_nonce) &&
    equalBytes(plain.slice(8, 16), nonce);
  if (!is_genuine) throw new ChipError('bac_response_wrong', 'The chip did not prove that it knows the MRZ.');
  const seed = plain.slice(16).map((byte, place) => byte ^ half[place]!);
  const counter = bytesToNumberBE(concatBytes(chip_nonce.slice(4), nonce.slice(4)));
  return new SecureMessaging(deriveSessionKeys(seed, '3DES'), counter);
}

const checksumOf = (key: Uint8Array, encrypted: Uint8Array) => retailMac(key, padded(encrypted, 8));
