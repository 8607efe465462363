/** All sessions that fit a filter as one file, read in pages while it is sent, so that its length costs no memory. */
import { setImmediate as others } from 'node:timers/promises';
import { audit } from '../audit/audit.service.ts';
import type { Caller, OutsideContext } from '../core/context.ts';
import { inTransaction } from '../database/transaction.ts';
import type { SessionListItem } from '../generated/operations.gen.ts';
import type { Streamed } from '../http/streamed.ts';
import { viewListItem } from './session.view.ts';
import { type FileFormat, sessionFile } from './session-file.ts';
import { listSessions, type SessionFilter } from './session-list.service.ts';

const PAGE = 500;

export async function exportSessions(
  ctx: OutsideContext & Caller,
  { format, ...filter }: SessionFilter & { format: FileFormat },
): Promise<Streamed> {
  const pages = pagesOf(ctx, filter);
  await inTransaction(ctx, (ctx) => audit(ctx, 'session.export'));
  return sessionFile(format, ctx.deps.clock.now().toISOString().slice(0, 10), pages);
}

async function* pagesOf(ctx: OutsideContext & Caller, filter: SessionFilter): AsyncGenerator<SessionListItem[]> {
  for (let cursor: string | undefined; ; ) {
    const { rows, next_cursor } = await listSessions(ctx, { ...filter, limit: PAGE, ...(cursor && { cursor }) });
    yield rows.map(viewListItem);
    if (next_cursor === undefined) return;
    cursor = next_cursor;
    // Reading SQLite waits for nothing, so somebody who takes quickly would keep everybody else waiting.
    await others();
  }
}
