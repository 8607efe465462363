/** One pass of a worker over what is due. */
import { ServiceUnavailable } from '../core/errors.ts';
import type { Logger } from '../core/log.ts';

interface Pass {
  /** What to log when one fails. */
  failure: string;
  list: () => Promise<number[]>;
  work: (id: number) => Promise<unknown>;
  /** How many are worked on at a time. So many in a row without an answer of the provider end the pass. */
  at_once?: number;
  /** Aborted, it begins nothing more. */
  signal?: AbortSignal;
}

/** As many as a list has. */
export const BATCH = 100;
export const AFTER_A_FAILURE_MS = 30_000;

/** Does what is due; one that fails keeps no other waiting. @returns whether none failed. */
export async function throughAll(log: Logger, { failure, list, work, at_once = 1, signal }: Pass): Promise<boolean> {
  for (;;) {
    const due = await list();
    const left = due.values();
    let failed = false;
    let unanswered = 0;
    const workThrough = async () => {
      for (const id of left) {
        if (signal?.aborted) return;
        try {
          await work(id);
          unanswered = 0;
        } catch (error) {
          failed = true;
          log.warn({ id, err: error }, failure);
          unanswered = error instanceof ServiceUnavailable ? unanswered + 1 : 0;
        }
        if (at_once > 1 && unanswered >= at_once) return;
      }
    };
    await Promise.all(Array.from({ length: at_once }, workThrough));
    if (failed || due.length < BATCH || signal?.aborted) return !failed;
  }
}
