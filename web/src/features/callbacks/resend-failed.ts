import { SigillError } from '@sigill/sdk';
import { sigill } from '../../api/client';

const PAGE = 100;
const AT_ONCE = 4;

export type Resent = { queued: number; refused: number; of: number };
type Options = { since?: string | undefined; signal: AbortSignal; onProgress: (resent: Resent) => void };

/** Queues every failed callback again, the oldest first: those of events since a time, or all of them. */
export async function resendFailed({ since, signal, onProgress }: Options): Promise<Resent> {
  const ids = await listFailed(since, signal);
  const resent: Resent = { queued: 0, refused: 0, of: ids.length };
  onProgress({ ...resent });
  const resendNext = async (): Promise<void> => {
    for (let id = ids.pop(); id !== undefined && !signal.aborted; id = ids.pop()) {
      if (await resend(id, signal)) resent.queued++;
      else resent.refused++;
      onProgress({ ...resent });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, resendNext));
  return resent;
}

/** The newest first, as the service lists them. */
async function listFailed(since: string | undefined, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await sigill.callback.list({ state: 'FAILED', limit: PAGE, ...(cursor && { cursor }) }, { signal });
    const wanted = page.callbacks.filter(({ created }) => !since || created >= since);
    ids.push(...wanted.map(({ id }) => id));
    cursor = wanted.length === page.callbacks.length ? page.next_cursor : undefined;
    if (!cursor) return ids;
  }
}

/** @returns whether it was queued. It is not if a colleague was faster, or if it has reached its limit of attempts. */
async function resend(id: string, signal: AbortSignal): Promise<boolean> {
  try {
    await sigill.callback.resend({ id }, { signal });
    return true;
  } catch (error) {
    if (error instanceof SigillError && error.code === 'callback_not_resendable') return false;
    throw error;
  }
}
