import { hexToBytes } from '@noble/hashes/utils.js';
import { OK } from '../apdu/response-apdu.ts';
import { ChipError } from '../chip-error.ts';
import type { Channel } from '../secure-messaging/channel.ts';

const SELECT = 0xa4;
/** The eMRTD application (Doc 9303-10, 3). */
const EMRTD = hexToBytes('a0000002471001');
const MASTER_FILE = hexToBytes('3f00');

export async function selectApplication(channel: Channel): Promise<void> {
  const { status } = await channel.send({ cla: 0, ins: SELECT, p1: 0x04, p2: 0x0c, data: EMRTD });
  if (status !== OK)
    throw new ChipError('application_missing', 'The chip has no passport or identity card application.', {
      status_word: status,
    });
}

/** On a new contact the master file is already selected, so the chip may refuse this. */
export async function selectMasterFile(channel: Channel): Promise<void> {
  await channel.send({ cla: 0, ins: SELECT, p1: 0x00, p2: 0x0c, data: MASTER_FILE });
}
