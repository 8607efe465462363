/** Processes a list of due work, for the billing workers. */
import { ServiceUnavailable } from '../../core/errors.ts';
import type { Logger } from '../../core/log.ts';

interface DueWork {
  /** The log message when processing one of them fails. */
  failure: string;
  /** The ids of what is due, at most `BATCH`. */
  list: () => Promise<number[]>;
  work: (id: number) => Promise<unknown>;
  /** How many are processed at a time. After as many consecutive failures of the provider to respond, the rest waits. */
  at_once?: number;
  /** Once aborted, nothing new is started. */
  signal?: AbortSignal;
}

/** The maximum length of a list. */
export const BATCH = 100;
export const AFTER_A_FAILURE_MS = 30_000;

/** Processes everything that is due. One failure does not hold up the others. @returns whether nothing failed. */
export async function processDue(log: Logger, { failure, list, work, at_once = 1, signal }: DueWork): Promise<boolean> {
  for (;;) {
    const due = await list();
    const remaining = due.values();
    let failed = false;
    let unanswered = 0;
    const processNext = async () => {
      for (const id of remaining) {
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
    await Promise.all(Array.from({ length: at_once }, processNext));
    if (failed || due.length < BATCH || signal?.aborted) return !failed;
  }
}
