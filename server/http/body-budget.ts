/** How many bytes of request bodies the process holds at once: in all, and from one network. */
import { ServiceUnavailable, TooManyRequests } from '../core/errors.ts';

const MEGABYTE = 1024 * 1024;

export interface BodyBudget {
  /** Counts the bytes of one body. */
  open(network: string): BodyAccount;
}

export interface BodyAccount {
  /** @throws TooManyRequests or ServiceUnavailable when `bytes` more do not fit. */
  assertRoomFor(bytes: number): void;
  /** Counts bytes that are about to be held. Throws as above. */
  hold(bytes: number): void;
  /** Frees the bytes, when the body is no longer needed. */
  close(): void;
}

export function createBodyBudget({ total = 128 * MEGABYTE, network: perNetwork = 12 * MEGABYTE } = {}): BodyBudget {
  const held = new Map<string, number>();
  let heldInAll = 0;
  return {
    open(network) {
      let mine = 0;
      const assertRoomFor = (bytes: number) => {
        if ((held.get(network) ?? 0) + bytes > perNetwork)
          throw new TooManyRequests('Too many large requests at once from this network. Try again in 2 seconds', 2);
        if (heldInAll + bytes > total)
          throw new ServiceUnavailable('The service is reading as much as it can: try again shortly');
      };
      return {
        assertRoomFor,
        hold(bytes) {
          assertRoomFor(bytes);
          mine += bytes;
          heldInAll += bytes;
          held.set(network, (held.get(network) ?? 0) + bytes);
        },
        close() {
          const rest = (held.get(network) ?? 0) - mine;
          if (rest > 0) held.set(network, rest);
          else held.delete(network);
          heldInAll -= mine;
          mine = 0;
        },
      };
    },
  };
}
