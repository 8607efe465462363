import { concatBytes } from '@noble/hashes/utils.js';
import { ChipError, isTimeout } from '../chip-error.ts';
import { decodeResponse, encodeCommand, encodeResponse } from './apdu.ts';
import { INS, OTHER_LENGTH } from './iso-7816.ts';

/**
 * Sends a command APDU to a chip and returns the response APDU, including its status word (ISO/IEC 7816-4, 5.1).
 * Rejects when the chip no longer responds, for any reason: field lost, card removed, driver gone.
 */
export type Transmit = (command: Uint8Array) => Promise<Uint8Array>;

/** A command and its response, as sent over the transport (ISO/IEC 7816-4, 5.1). */
export interface ExchangedApdus {
  command: Uint8Array;
  response: Uint8Array;
}

export interface ExchangeOptions {
  signal?: AbortSignal;
  /** Called with every command and its response, in order. Secured commands are passed on encrypted. */
  onExchange?: (apdus: ExchangedApdus) => void;
}

/** Sends a command to the chip and returns the complete response. Throws only ChipError. */
export type Exchange = (command: Uint8Array) => Promise<Uint8Array>;

/** SW1 after which SW2 bytes more are available. */
const MORE = 0x61;
/**
 * Limits for a response that arrives in parts, because a chip could keep announcing more: at most LONGEST bytes, and at most PARTS
 * parts plus one for every SMALLEST_PART bytes.
 */
const LONGEST = 65_536;
const PARTS = 16;
const SMALLEST_PART = 16;

/**
 * Fetches remaining response bytes (ISO/IEC 7816-4, 5.3.4), stops between two commands when the signal is aborted, and turns every
 * error of the transport except a ChipError into CHIP_LOST.
 */
export function exchangeOver(transmit: Transmit, { signal, onExchange }: ExchangeOptions = {}): Exchange {
  async function once(command: Uint8Array): Promise<Uint8Array> {
    assertWanted(signal);
    let response: Uint8Array;
    try {
      response = await transmit(command);
    } catch (cause) {
      assertWanted(signal);
      if (cause instanceof ChipError) throw cause;
      throw new ChipError(isTimeout(cause) ? 'chip_silent' : 'chip_lost', 'The chip stopped responding.', { cause });
    }
    if (!ArrayBuffer.isView(response)) throw new ChipError('response_malformed', 'The transport did not return bytes.');
    onExchange?.({ command, response });
    return response;
  }

  return async (command) => {
    let { data, status } = decodeResponse(await once(command));
    if (status >> 8 !== MORE) return encodeResponse({ data, status });
    const parts = [data];
    let length = data.length;
    while (status >> 8 === MORE) {
      let le = status & 0xff || 256;
      ({ data, status } = decodeResponse(await once(getResponse(le))));
      if (status >> 8 === OTHER_LENGTH) {
        le = status & 0xff || 256;
        ({ data, status } = decodeResponse(await once(getResponse(le))));
      }
      parts.push(data);
      length += data.length;
      if (parts.length > PARTS + length / SMALLEST_PART || length > LONGEST)
        throw new ChipError('response_endless', 'The chip keeps announcing more data and never finishes.');
    }
    return encodeResponse({ data: concatBytes(...parts), status });
  };
}

function assertWanted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ChipError('aborted', 'Reading was aborted.', { cause: signal.reason });
}

const getResponse = (le: number) => encodeCommand({ cla: 0, ins: INS.GET_RESPONSE, p1: 0, p2: 0, le });
