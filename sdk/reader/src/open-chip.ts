import { type ChipAccess, getAccess } from './access/get-access.ts';
import { type AccessKey, passwordOf } from './access/password.ts';
import { type ExchangeOptions, exchangeOver, type Transmit } from './apdu/exchange-apdus.ts';
import { ChipError, type ChipFailCause } from './chip-error.ts';
import { elementaryFile, type FileName } from './files/elementary-file.ts';
import { FileReader, type ReadOptions } from './files/file-reader.ts';
import { internalAuthenticate } from './proofs/active-authentication.ts';
import { authenticateChip, type ChipAuthenticationRequest } from './proofs/chip-authentication.ts';
import { platformRandom, type Random } from './random.ts';
import { Channel } from './secure-messaging/channel.ts';
import { Reopening } from './secure-messaging/reopening.ts';

/** Options for opening a chip (Doc 9303-11, 4.2). */
export interface OpenChipOptions extends ExchangeOptions {
  access: AccessKey;
  random?: Random;
  /** False when the transport carries commands of at most 261 bytes. */
  extended_length?: boolean;
  /** Tries BAC before PACE: for a new contact after `openChip` failed with `chip_failure`, because the chip aborted PACE. */
  bac_first?: boolean;
}

/** A chip whose eMRTD application is open (Doc 9303-10, 3). Make one call at a time. All methods throw ChipError. */
export interface OpenChip {
  readonly access: ChipAccess;
  readFile(file: FileName, options?: ReadOptions): Promise<Uint8Array>;
  /** Active Authentication: the signature over the challenge with the key of DG15. */
  internalAuthenticate(challenge: Uint8Array): Promise<Uint8Array>;
  /** Chip Authentication driven by the service; returns the chip's response to the probe. Nothing can be read afterwards. */
  chipAuthentication(request: ChipAuthenticationRequest): Promise<Uint8Array>;
}

/** Opens the chip behind a transport, with PACE or BAC (Doc 9303-11, 4.2). Throws ChipError. */
export async function openChip(transmit: Transmit, options: OpenChipOptions): Promise<OpenChip> {
  const { access: key, random = platformRandom, extended_length = true, bac_first = false } = options;
  const password = passwordOf(key);
  const channel = new Channel(exchangeOver(transmit, options));
  const opening = { password, random, extended_length, bac_first };
  const access = await getAccess(channel, opening);
  const reopening = new Reopening(async () => {
    const { buffers } = channel;
    await getAccess(channel, opening);
    // Lengths that worked are more reliable than those the chip announces.
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

/** A chip needs the most power while proving itself, so a weak contact shows there first. Such a loss therefore has a cause of its own. */
async function lostWhileProving<T>(fail_cause: ChipFailCause, prove: () => Promise<T>): Promise<T> {
  try {
    return await prove();
  } catch (error) {
    if (!(error instanceof ChipError) || error.fail_cause !== 'chip_lost') throw error;
    throw new ChipError(fail_cause, 'The chip stopped responding while it had to prove that it is genuine.', {
      cause: error,
    });
  }
}
