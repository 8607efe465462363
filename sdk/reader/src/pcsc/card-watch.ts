import type { Client, Reader } from 'pcsc-mini';
import type { PcscLibrary } from './pcsc-library.ts';

export interface CardWatch {
  readers(): string[];
  /** A reader that holds a responding card and whose name contains the word, if there is one now. */
  card(word: string | undefined): Reader | undefined;
  /** Resolves at the next report; with the service's error if watching failed. */
  next(): Promise<unknown>;
  /** Stops watching, in the background, a second after the last report. */
  end(): void;
}

/**
 * Stopping cancels the wait of the watching thread, and blocks until that thread has ended. pcsc-lite loses a cancellation that
 * arrives while the thread is not waiting, such as right after its start and after each report. The program would then block
 * forever, so stopping waits until this long after the last report.
 */
const BACK_TO_WAITING_MS = 1000;

/** Connected cards live in the memory of their client, and a stopped client cannot be restarted. So each client is kept. */
const clients: Client[] = [];

export function watchCards({ Client, ReaderStatus }: PcscLibrary): CardWatch {
  const client = new Client();
  clients.push(client);
  const readers = new Map<string, Reader | undefined>();
  let failure: unknown;
  let reported = performance.now();
  let listeners: ((failure: unknown) => void)[] = [];
  const tell = () => {
    reported = performance.now();
    for (const listener of listeners) listener(failure);
    listeners = [];
  };
  client.on('error', (error) => {
    failure = error;
    tell();
  });
  client.on('reader', (reader) => {
    readers.set(reader.name(), undefined);
    reader.on('change', (status) => {
      const answers = status.has(ReaderStatus.PRESENT) && !status.has(ReaderStatus.MUTE);
      readers.set(reader.name(), answers ? reader : undefined);
      tell();
    });
    reader.on('disconnect', () => {
      readers.delete(reader.name());
      tell();
    });
    tell();
  });
  const stopOnceItWaits = (): void => {
    const rest = reported + BACK_TO_WAITING_MS - performance.now();
    if (rest > 0) setTimeout(stopOnceItWaits, rest);
    else stop(client);
  };
  client.start();
  return {
    readers: () => [...readers.keys()],
    card: (word) => [...readers.entries()].find(([name, card]) => card && named(name, word))?.[1],
    next: () => new Promise((resolve) => (failure === undefined ? listeners.push(resolve) : resolve(failure))),
    end: stopOnceItWaits,
  };
}

function stop(client: Client): void {
  try {
    client.stop();
  } catch {
    // The service has stopped, so the watch has too.
  }
}

export const named = (name: string, word: string | undefined): boolean =>
  word === undefined || name.toLowerCase().includes(word.toLowerCase());
