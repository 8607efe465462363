/** All sessions that fit a filter as one file, read in pages while it is sent, so that its length costs no memory. */
import { setImmediate as others } from 'node:timers/promises';
import { audit } from '../../audit/audit.service.ts';
import type { Caller, OutsideContext } from '../../core/context.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { SessionListItem } from '../../generated/operations.gen.ts';
import type { Streamed } from '../../http/body/streamed.ts';
import { expireDueSessions } from '../session/session.service.ts';
import { viewListItem } from '../session/session.view.ts';
import { pagesOf } from './session-export.repository.ts';
import { type FileFormat, sessionFile } from './session-file.ts';
import { conditionsOf, findNamed, type SessionFilter } from './session-list.service.ts';

/** About as many as are read and written in the time of another call. */
const PAGE = 32;

export async function exportSessions(
  ctx: OutsideContext & Caller,
  { format, ...filter }: SessionFilter & { format: FileFormat },
): Promise<Streamed> {
  const place = ctx.deps.exports.enter(ctx.principal.merchant_id);
  const ended = () => place[Symbol.dispose]();
  try {
    await inTransaction(ctx, (ctx) => audit(ctx, 'session.export'));
  } catch (error) {
    ended();
    throw error;
  }
  const day = ctx.deps.clock.now().toISOString().slice(0, 10);
  return sessionFile(format, { day, pages: viewedPages(ctx, filter), ended });
}

async function* viewedPages(ctx: OutsideContext & Caller, filter: SessionFilter): AsyncGenerator<SessionListItem[]> {
  await expireDueSessions(ctx);
  const { search } = filter;
  const conditions = conditionsOf(ctx, filter);
  if (conditions.states?.length === 0) return;
  const named = search === undefined ? [] : await findNamed(ctx, conditions, search);
  if (named.length > 0) return yield named.map(viewListItem);
  for await (const page of pagesOf(ctx.db, { ...conditions, begins: search }, PAGE)) {
    yield page.map(viewListItem);
    await turn();
  }
}

let turns: Promise<void> = Promise.resolve();

/**
 * Reading SQLite waits for nothing, so an export that is taken quickly would keep everybody else waiting. Of all exports one page is
 * read in a turn of the event loop.
 */
function turn(): Promise<void> {
  turns = turns.then(() => others());
  return turns;
}
