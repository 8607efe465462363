/** The chip's side of Basic Access Control (Doc 9303-11, 4.3). */
import { bytesToNumberBE, equalBytes } from '@noble/curves/utils.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { STATUS } from '../../apdu/iso-7816.ts';
import { checksum, decryptBlocks, encryptBlocks, padded } from '../../cipher/session-cipher.ts';
import { deriveSessionKeys } from '../../cipher/session-keys.ts';
import { SecureMessaging } from '../../secure-messaging/secure-messaging.ts';
import type { CommandHandler } from '../chip-state.ts';

const CHALLENGE_BYTES = 8;
const SEED_BYTES = 16;
const PROOF_BYTES = 40;
const ZERO = new Uint8Array(8);

export const getChallenge: CommandHandler = (chip, { p1, p2, le }) => {
  if (!chip.profile.bac || chip.directory !== 'APPLICATION') return { status: STATUS.UNKNOWN_INSTRUCTION };
  if (p1 || p2) return { status: STATUS.WRONG_P1_P2 };
  if (le === undefined || (le !== CHALLENGE_BYTES && le !== 256)) return { status: STATUS.WRONG_LENGTH };
  chip.challenge = chip.random(CHALLENGE_BYTES);
  return { status: STATUS.OK, data: chip.challenge };
};

/** EXTERNAL AUTHENTICATE; here the response also carries the chip's own proof. */
export const externalAuthenticate: CommandHandler = (chip, { p1, p2, data }) => {
  const { challenge, mrz_secret, profile } = chip;
  if (!profile.bac || chip.directory !== 'APPLICATION') return { status: STATUS.UNKNOWN_INSTRUCTION };
  if (p1 || p2) return { status: STATUS.WRONG_P1_P2 };
  if (!challenge || chip.channel || !mrz_secret) return { status: STATUS.CONDITIONS_OF_USE };
  if (data?.length !== PROOF_BYTES) return { status: STATUS.WRONG_LENGTH };
  const keys = deriveSessionKeys(mrz_secret.subarray(0, SEED_BYTES), '3DES');
  const [cryptogram, proof] = [data.slice(0, -8), data.slice(-8)];
  const sealed = (blocks: Uint8Array) => checksum('3DES', keys.mac, padded(blocks, 8));
  if (!equalBytes(sealed(cryptogram), proof)) return { status: STATUS.WRONG_KEY };
  const opened = decryptBlocks('3DES', keys.enc, ZERO, cryptogram);
  const [theirs, echoed, theirSeed] = [opened.slice(0, 8), opened.slice(8, 16), opened.slice(16)];
  if (!equalBytes(echoed, challenge)) return { status: STATUS.WRONG_KEY };

  const seed = chip.random(SEED_BYTES);
  const answer = encryptBlocks('3DES', keys.enc, ZERO, concatBytes(challenge, theirs, seed));
  const session = deriveSessionKeys(
    seed.map((byte, index) => byte ^ theirSeed[index]!),
    '3DES',
  );
  const counter = bytesToNumberBE(concatBytes(challenge.slice(4), theirs.slice(4)));
  chip.access = 'BAC';
  return {
    status: STATUS.OK,
    data: concatBytes(answer, sealed(answer)),
    channel: new SecureMessaging(session, counter),
  };
};
