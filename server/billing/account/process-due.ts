/** Works through a list of what is due, for the workers of billing. */
import { ServiceUnavailable } from '../../core/errors.ts';
import type { Logger } from '../../core/log.ts';

interface DueWork {
  /** What to log when the work on one of them fails. */
  failure: string;
  /** The ids of what is due, `BATCH` at most. */
  list: () => Promise<number[]>;
  work: (id: number) => Promise<unknown>;
  /** How many are worked on at a time. When the provider fails to answer as many times in a row, the rest waits. */
  at_once?: number;
  /** Once aborted, nothing new is begun. */
  signal?: AbortSignal;
}

/** How many a list holds at most. */
export const BATCH = 100;
export const AFTER_A_FAILURE_MS = 30_000;

/** Works on all that is due. One failure does not keep the others waiting. @returns whether nothing failed. */
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
