import type { SessionListItem } from '@sigill/sdk/portal';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { csvHeading, csvLine } from '../../../../openapi/facts/csv';
import { session_columns } from '../../../../openapi/facts/session-columns';
import { sigill } from '../../api/client';
import { problemOf } from '../../api/problem';
import { saveText } from '../files/download';

export type BulkAction = 'resend' | 'redact' | 'mark' | 'unmark';
export type Outcome = { ok: true } | { ok: false; text: string };

/** The number of parallel calls, low enough to leave most of the account's rate limit free. */
const AT_ONCE = 4;

/** No call failed, but the session needed no change. */
class NothingToDo extends Error {}

async function resend({ id }: SessionListItem): Promise<void> {
  const { callbacks } = await sigill.callback.list({ session_id: id, limit: 100 });
  const ended = callbacks.filter(({ state }) => state !== 'PENDING');
  const failed = ended.filter(({ state }) => state === 'FAILED');
  const wanted = failed.length > 0 ? failed : ended.slice(0, 1);
  if (wanted.length === 0) throw new NothingToDo();
  // The oldest first, in the order of the events.
  for (const callback of wanted.reverse()) await sigill.callback.resend({ id: callback.id });
}

async function redact({ id, redacted }: SessionListItem): Promise<void> {
  if (redacted) throw new NothingToDo();
  const session = await sigill.session.redact({ id });
  if (!session.redacted) throw new NothingToDo();
}

const calls: Record<BulkAction, (session: SessionListItem) => Promise<void>> = {
  resend,
  redact,
  mark: async ({ id }) => void (await sigill.sessionMark.set({ session_id: id })),
  unmark: async ({ id }) => void (await sigill.sessionMark.clear({ session_id: id })),
};

export function useBulk(nothing: Record<BulkAction, string>) {
  const queryClient = useQueryClient();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [running, setRunning] = useState<{ action: BulkAction; of: number }>();

  async function run(action: BulkAction, sessions: SessionListItem[]): Promise<void> {
    setOutcomes(new Map());
    setRunning({ action, of: sessions.length });
    const queue = [...sessions];
    const note = (id: number, outcome: Outcome) => setOutcomes((all) => new Map(all).set(id, outcome));
    const work = async () => {
      for (let session = queue.shift(); session; session = queue.shift()) {
        const { id } = session;
        await calls[action](session).then(
          () => note(id, { ok: true }),
          (error: unknown) =>
            note(id, { ok: false, text: error instanceof NothingToDo ? nothing[action] : problemOf(error).text }),
        );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    setRunning(undefined);
    await queryClient.invalidateQueries({
      predicate: ({ queryKey }) => /session|callback/.test(JSON.stringify(queryKey)),
    });
  }
  return { outcomes, running, run, forget: () => setOutcomes(new Map()) };
}

export function saveSessions(sessions: SessionListItem[]): void {
  const lines = sessions.map((session) => csvLine(session_columns.map((column) => session[column])));
  const text = csvHeading(session_columns) + lines.join('');
  saveText(text, `sessions-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv');
}
