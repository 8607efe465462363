import { deriveSessionKeys } from '../../../sdk/reader/src/cipher/session-keys.ts';
import { SecureMessaging } from '../../../sdk/reader/src/secure-messaging/secure-messaging.ts';
import type { ChipContents } from '../../../sdk/reader/src/virtual-chip/contents.ts';
import { createVirtualChip, type VirtualChipOptions } from '../../../sdk/reader/src/virtual-chip/virtual-chip.ts';

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

/** From the worked example of BAC (Doc 9303-11, D.3): the chip's challenge and key, and what the reader sends. */
const CHALLENGE = '4608F91988702212';
const CHIP_KEY = '0B4F80323EB3191CB04970CB4052790B';
const PROOF = '72C29C2371CC9BDB65B779B8E8D37B29ECC154AA56A8799FAE2F498F76ED92F25F1448EEA8AD90A7';
/** The exclusive or of both sides' keys, and the first value of the counter, made of the last four bytes of both random numbers. */
const SEED = '0036D272F5C350ACAC50C3F572D23600';
const COUNTER = 0x887022120c06c226n;

/** A chip whose contents have the MRZ of that example, opened with the example's random numbers, and the reader's end of the channel. */
export async function openedByBac(contents: ChipContents, options: VirtualChipOptions = {}) {
  const drawn = [CHALLENGE, CHIP_KEY].map(bytes);
  const random = (length: number) => drawn.shift() ?? new Uint8Array(length).fill(0x5a);
  const chip = createVirtualChip(contents, { ...options, random });
  for (const command of ['00A4040C07A0000002471001', '0084000008', `0082000028${PROOF}28`])
    await chip.transmit(bytes(command));
  return { chip, channel: new SecureMessaging(deriveSessionKeys(bytes(SEED), '3DES'), COUNTER) };
}
