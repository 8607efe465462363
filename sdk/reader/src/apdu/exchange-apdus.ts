import { concatBytes } from '@noble/hashes/utils.js';
import { ChipError } from '../chip-error.ts';
import type { Transmit } from '../transmit.ts';
import { encodeCommand } from './command-apdu.ts';
import { decodeResponse, encodeResponse } from './response-apdu.ts';

/** One command and its answer, as they went over the line (ISO/IEC 7816-4, 5.1). */
export interface ExchangedApdus {
  command: Uint8Array;
  response: Uint8Array;
}

export interface ExchangeOptions {
  signal?: AbortSignal;
  /** Sees every command and its answer, in order. What is secured is seen secured. */
  onExchange?: (apdus: ExchangedApdus) => void;
}

/** Takes a command to the chip, and brings the whole answer. Throws nothing but ChipError. */
export type Exchange = (command: Uint8Array) => Promise<Uint8Array>;

/** 61xx: more bytes are waiting. 6Cxx: another length is expected. */
const MORE = 0x61;
const OTHER_LENGTH = 0x6c;
const GET_RESPONSE = 0xc0;
/** A chip that holds back more parts than this, or sends them smaller on average, would never come to an end. */
const LONGEST = 65_536;
const PARTS = 16;
const SMALLEST_PART = 16;

/**
 * The chip behind a transport: what it holds back is fetched (ISO/IEC 7816-4, 5.3.4), the signal ends it between two commands, and
 * whatever the transport fails with becomes CHIP_LOST.
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
      throw new ChipError(isTimeout(cause) ? 'chip_silent' : 'chip_lost', 'The chip no longer answers.', { cause });
    }
    if (!ArrayBuffer.isView(response)) throw new ChipError('response_malformed', 'The transport brought no bytes.');
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
        throw new ChipError('response_endless', 'The chip announces more and more, and sends nothing that ends.');
    }
    return encodeResponse({ data: concatBytes(...parts), status });
  };
}

function assertWanted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ChipError('aborted', 'Reading was ended.', { cause: signal.reason });
}

const isTimeout = (error: unknown): boolean => (error as { name?: unknown } | undefined)?.name === 'TimeoutError';

const getResponse = (le: number) => encodeCommand({ cla: 0, ins: GET_RESPONSE, p1: 0, p2: 0, le });
