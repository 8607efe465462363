import type { AccessKey } from './access/access-key.ts';
import { type ChipAccess, getAccess } from './access/get-access.ts';
import { passwordOf } from './access/password.ts';
import { type ExchangeOptions, exchangeOver } from './apdu/exchange-apdus.ts';
import { elementaryFile } from './files/elementary-file.ts';
import type { FileName } from './files/file-name.ts';
import { FileReader, type ReadOptions } from './files/file-reader.ts';
import { internalAuthenticate } from './proofs/active-authentication.ts';
import { authenticateChip, type ChipAuthenticationRequest } from './proofs/chip-authentication.ts';
import { lostWhileProving } from './proofs/lost-while-proving.ts';
import { platformRandom, type Random } from './random.ts';
import { Channel } from './secure-messaging/channel.ts';
import { Reopening } from './secure-messaging/reopening.ts';
import type { Transmit } from './transmit.ts';

/** What it takes to open a chip (Doc 9303-11, 4.2). */
export interface OpenChipOptions extends ExchangeOptions {
  access: AccessKey;
  random?: Random;
  /** False where the way to the chip carries commands of 261 bytes at most. */
  extended_length?: boolean;
}

/** A chip whose eMRTD application is open (Doc 9303-10, 3). One call at a time. Everything throws ChipError. */
export interface OpenChip {
  readonly access: ChipAccess;
  readFile(file: FileName, options?: ReadOptions): Promise<Uint8Array>;
  /** Active Authentication: what the chip signs with the key of DG15. */
  internalAuthenticate(challenge: Uint8Array): Promise<Uint8Array>;
  /** Chip Authentication as the service drives it, and the chip's answer to the probe. Nothing can be read afterwards. */
  chipAuthentication(request: ChipAuthenticationRequest): Promise<Uint8Array>;
}

/** Opens the chip behind a transport, with PACE or BAC (Doc 9303-11, 4.2). Throws ChipError. */
export async function openChip(transmit: Transmit, options: OpenChipOptions): Promise<OpenChip> {
  const { access: key, random = platformRandom, extended_length = true } = options;
  const password = passwordOf(key);
  const channel = new Channel(exchangeOver(transmit, options));
  const access = await getAccess(channel, { password, random, extended_length });
  const reopening = new Reopening(async () => {
    const { buffers } = channel;
    await getAccess(channel, { password, random, extended_length });
    // What was learnt about lengths is worth more than what the chip says of them.
    channel.buffers = buffers;
  });
  const files = new FileReader(channel, reopening);
  return {
    access,
    readFile: (name, reading) => files.read(elementaryFile(name), reading),
    internalAuthenticate: (challenge) =>
      lostWhileProving('active_authentication_lost', () =>
        internalAuthenticate(channel, { challenge, extended_length, reopening }),
      ),
    chipAuthentication: (request) =>
      lostWhileProving('chip_authentication_lost', () => authenticateChip(channel, request)),
  };
}
