import { OK } from '../apdu/response.ts';
import { ChipError } from '../chip-error.ts';
import type { Channel } from '../secure-messaging/channel.ts';

const INTERNAL_AUTHENTICATE = 0x88;

/** Active Authentication: the chip signs a challenge of eight bytes (Doc 9303-11, 6.1). */
export async function internalAuthenticate(channel: Channel, challenge: Uint8Array): Promise<Uint8Array> {
  const { data, status } = await channel.send({
    cla: 0,
    ins: INTERNAL_AUTHENTICATE,
    p1: 0,
    p2: 0,
    data: challenge,
    le: channel.all,
  });
  if (status !== OK || data.length === 0)
    throw new ChipError('FILE_UNREADABLE', 'The chip does not answer Active Authentication.', { status_word: status });
  return data;
}
