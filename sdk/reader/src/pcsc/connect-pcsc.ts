/** Connects to a chip over PC/SC: a contactless reader at a computer, through the smart card service of Linux, macOS or Windows. */
import type { Card, CardDisposition, Reader } from 'pcsc-mini';
import type { Transmit } from '../apdu/exchange-apdus.ts';
import { ChipError } from '../chip-error.ts';
import { type CardWatch, named, watchCards } from './card-watch.ts';
import { carriesExtendedLength } from './extended-length.ts';
import { cardBusy, cardUnsuitable, noCard, noReader, noService, PcscError, serviceCodeOf } from './pcsc-error.ts';
import { loadPcsc, type PcscLibrary } from './pcsc-library.ts';

/** What is needed before the chip can be read. */
export type Waiting = { for: 'READER' } | { for: 'CARD'; readers: string[] } | { for: 'OTHER_PROGRAM'; reader: string };

export interface PcscOptions {
  /** Part of the reader's name. Without it, any reader with a card is used. */
  reader?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Called whenever what is missing changes. */
  onWaiting?: ((waiting: Waiting) => void) | undefined;
  /** How long to wait for a reader and a document, in milliseconds. */
  timeout_ms?: number | undefined;
}

export interface PcscConnection {
  transmit: Transmit;
  /** The reader's name, as the smart card service reports it. */
  reader: string;
  /** Answer to reset. For a contactless chip the reader builds it from the chip's own data (PC/SC part 3, 3.1.3.2.3). */
  atr: Uint8Array;
  /** False when the reader supports short commands only. Pass it to `openChip` and `runSession`. */
  extended_length: boolean;
  /** Disconnects from the chip and turns its power off, so that it forgets its keys. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 60_000;
/** Operating systems briefly open a newly placed card and do not report when they release it, so connecting is retried. */
const BUSY_RETRY_MS = 250;
const BUSY_TRIES = 20;
/** The longest response of ISO/IEC 7816-4, 5.1: 65536 bytes and the status word. The default buffer of the bindings holds 264. */
const LONGEST_RESPONSE = 65_538;
const STATUS_WORD = 2;

/**
 * Waits for a reader and a document on it, and connects to the chip: exclusively, and with T=1 like all contactless chips.
 * @throws PcscError that says what is missing, ChipError with ABORTED when the signal is aborted.
 */
export async function connectPcsc(options: PcscOptions = {}): Promise<PcscConnection> {
  if (options.signal?.aborted) throw aborted(options.signal);
  const pcsc = await loadPcsc();
  const watch = beginWatching(pcsc);
  try {
    const { reader, card } = await firstCard(pcsc, watch, options);
    const { atr } = await card.state().catch((error: unknown) => Promise.reject(serviceFailure(error)));
    const letGo = once((disposition: CardDisposition) => card.disconnect(disposition).catch(() => {}));
    const { UNPOWER, LEAVE } = pcsc.CardDisposition;
    const extended_length = await carriesExtendedLength(card, pcsc.controlCode);
    return {
      transmit: transmitTo(card, () => letGo(LEAVE)),
      reader,
      atr: Uint8Array.from(atr),
      extended_length,
      close: () => letGo(UNPOWER),
    };
  } finally {
    watch.end();
  }
}

function beginWatching(pcsc: PcscLibrary): CardWatch {
  try {
    return watchCards(pcsc);
  } catch (error) {
    throw serviceFailure(error);
  }
}

function once<T>(work: (how: T) => Promise<void>): (how: T) => Promise<void> {
  let done: Promise<void> | undefined;
  return (how) => (done ??= work(how));
}

async function firstCard(pcsc: PcscLibrary, watch: CardWatch, options: PcscOptions) {
  const { reader: word, signal, timeout_ms = TIMEOUT_MS } = options;
  const deadline = AbortSignal.timeout(timeout_ms);
  const ended = Promise.race([whenAborted(deadline), ...(signal ? [whenAborted(signal)] : [])]);
  const say = onceEach(options.onWaiting);
  // The service reports one reader at a time, so what is missing is known only after a moment.
  let isSettled = false;
  const settled = pause().then(() => {
    isSettled = true;
    return undefined;
  });
  for (let busy = 0; ; ) {
    const present = watch.card(word);
    if (present) {
      const reader = present.name();
      const card = await connect(pcsc, present, busy < BUSY_TRIES);
      if (card !== 'BUSY' && card !== 'GONE') return { reader, card };
      if (card === 'BUSY') {
        busy += 1;
        say({ for: 'OTHER_PROGRAM', reader });
      }
      await Promise.race([ended, pause()]);
    } else {
      const readers = watch.readers().filter((name) => named(name, word));
      if (isSettled) say(readers.length > 0 ? { for: 'CARD', readers } : { for: 'READER' });
      const failure = await Promise.race([watch.next(), ended, ...(isSettled ? [] : [settled])]);
      if (failure !== undefined) throw serviceFailure(failure);
    }
    if (signal?.aborted) throw aborted(signal);
    if (deadline.aborted)
      throw present && busy > 0 ? new PcscError('CARD_BUSY', cardBusy(present.name())) : timeoutOf(watch, word);
  }
}

const BUSY = new Set(['SharingViolation', 'CardIsBusy']);
const GONE = new Set(['NoSmartCard', 'RemovedCard', 'ResetCard', 'UnpoweredCard', 'UnresponsiveCard']);
const UNSUITABLE = new Set(['ProtoMismatch', 'CardUnsupported', 'UnsupportedCard']);

/** BUSY while another program uses the card and a retry makes sense; GONE when the card left or does not respond. */
async function connect(pcsc: PcscLibrary, reader: Reader, retries: boolean): Promise<Card | 'BUSY' | 'GONE'> {
  try {
    return await reader.connect(pcsc.CardMode.EXCLUSIVE, pcsc.Protocol.T1);
  } catch (error) {
    const code = serviceCodeOf(error);
    if (GONE.has(code)) return 'GONE';
    if (BUSY.has(code) && retries) return 'BUSY';
    if (BUSY.has(code)) throw new PcscError('CARD_BUSY', cardBusy(reader.name()), error);
    if (UNSUITABLE.has(code)) throw new PcscError('CARD_UNSUITABLE', cardUnsuitable(reader.name()), error);
    throw serviceFailure(error);
  }
}

/**
 * Releases a lost chip at once. Otherwise the service reserves the chip for this program, even after the chip returns. The chip's
 * power stays on: when pcscd is asked to power down a chip that has left, it marks the reader as empty, and does not notice a chip
 * that returns within 0.4 s, before it looks again.
 */
function transmitTo(card: Card, letGo: () => Promise<void>): Transmit {
  const buffer = new ArrayBuffer(LONGEST_RESPONSE);
  return async (command) => {
    try {
      // Copied, because the next response overwrites the buffer.
      const response = Uint8Array.from(await card.transmit(command, buffer));
      // Some drivers return nothing for a chip that has left.
      if (response.length < STATUS_WORD) throw new Error('The reader returned no response from the chip.');
      return response;
    } catch (error) {
      await letGo();
      throw error;
    }
  };
}

const aborted = ({ reason }: AbortSignal) =>
  new ChipError('aborted', 'Waiting for a document was aborted.', { cause: reason });

function timeoutOf(watch: CardWatch, word: string | undefined): PcscError {
  const readers = watch.readers().filter((name) => named(name, word));
  if (readers.length > 0) return new PcscError('NO_CARD', noCard(readers));
  return new PcscError('NO_READER', noReader(word, watch.readers()));
}

function serviceFailure(error: unknown): PcscError {
  const code = serviceCodeOf(error);
  if (code === 'NoService' || code === 'ServiceStopped') return new PcscError('SERVICE_MISSING', noService(), error);
  return new PcscError('READER_FAILED', `The smart card service reported ${code || String(error)}.`, error);
}

const pause = () => new Promise<undefined>((resolve) => setTimeout(resolve, BUSY_RETRY_MS, undefined));

const whenAborted = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });

function onceEach(listener: ((waiting: Waiting) => void) | undefined): (waiting: Waiting) => void {
  let last = '';
  return (waiting) => {
    const text = JSON.stringify(waiting);
    if (text !== last) listener?.(waiting);
    last = text;
  };
}
