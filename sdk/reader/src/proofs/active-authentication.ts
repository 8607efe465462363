import { EXTENDED_LE, type Response } from '../apdu/apdu.ts';
import { INS, isLengthWrong, STATUS } from '../apdu/iso-7816.ts';
import { refusal } from '../chip-error.ts';
import type { Channel } from '../secure-messaging/channel.ts';
import type { Reopening } from '../secure-messaging/reopening.ts';

export interface ActiveAuthentication {
  /** Eight bytes for the chip to sign. */
  challenge: Uint8Array;
  extended_length: boolean;
  reopening: Reopening;
}

/**
 * Active Authentication (Doc 9303-11, 6.1). A signature of 256 bytes does not fit into a short response under secure messaging.
 * Some chips need extended lengths for it without announcing them, so a refused length is retried as an extended one.
 */
export async function internalAuthenticate(
  channel: Channel,
  { challenge, extended_length, reopening }: ActiveAuthentication,
): Promise<Uint8Array> {
  const ask = (le: number): Promise<Response> =>
    reopening.attempt(() => channel.send({ ins: INS.INTERNAL_AUTHENTICATE, data: challenge, le }));
  let { data, status } = await ask(channel.all);
  if (isLengthWrong(status) && extended_length && channel.all !== EXTENDED_LE)
    ({ data, status } = await ask(EXTENDED_LE));
  if (status !== STATUS.OK || data.length === 0)
    throw refusal('active_authentication_refused', 'The chip refused Active Authentication.', status);
  return data;
}
