/**
 * Work of several accounts, a limited amount of it at once. The accounts take turns and each has at most one piece of work running,
 * so an account that asks for more than it gets delays only itself.
 */
import { TooManyRequests } from './errors.ts';

interface Limits {
  at_once: number;
  /** How much of an account's work may be waiting when it asks for more. */
  waiting: number;
  retry_seconds: number;
}

export function createFairQueue({ at_once, waiting: most, retry_seconds }: Limits) {
  /** In the order of their turns. */
  const waiting = new Map<number, (() => void)[]>();
  const running = new Set<number>();
  const idle: (() => void)[] = [];
  let pauses = 0;

  function begin(): void {
    if (running.size === 0) for (const go of idle.splice(0)) go();
    for (const [account, own] of waiting) {
      if (pauses > 0 || running.size >= at_once) return;
      if (running.has(account)) continue;
      running.add(account);
      waiting.delete(account);
      own.shift()!();
      if (own.length > 0) waiting.set(account, own);
    }
  }

  return {
    /** @throws TooManyRequests when too much of the account's work is waiting. Work that is already under way may always wait. */
    assertShort(account: number): void {
      if ((waiting.get(account)?.length ?? 0) < most) return;
      throw new TooManyRequests(
        `${most} searches of this account are already waiting. Try again when some have finished`,
        retry_seconds,
      );
    },

    /** Waits for the account's turn. @returns what ends it. */
    async enter(account: number): Promise<() => void> {
      await new Promise<void>((go) => {
        const own = waiting.get(account);
        if (own) own.push(go);
        else waiting.set(account, [go]);
        begin();
      });
      return () => {
        running.delete(account);
        begin();
      };
    },

    /** Lets running work finish, and begins no other before `work` has ended. */
    async alone<T>(work: () => Promise<T>): Promise<T> {
      pauses++;
      try {
        if (running.size > 0) await new Promise<void>((go) => void idle.push(go));
        return await work();
      } finally {
        pauses--;
        begin();
      }
    },
  };
}
