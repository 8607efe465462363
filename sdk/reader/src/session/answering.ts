import type { Transmit } from '../transmit.ts';

/** A transport that rejects when the chip has not responded within the time limit. A driver may wait indefinitely. */
export const answering =
  (transmit: Transmit, within_ms: number): Transmit =>
  async (command) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ChipSilent(`The chip did not respond within ${within_ms} ms`)), within_ms);
    });
    try {
      return await Promise.race([transmit(command), silence]);
    } finally {
      clearTimeout(timer);
    }
  };

class ChipSilent extends Error {
  override readonly name = 'TimeoutError';
}
