/** All sessions that match a filter as one file, read in pages while it is sent, so that memory does not grow with its length. */
import { audit } from '../../audit/audit.service.ts';
import type { Caller, OutsideContext } from '../../core/context.ts';
import { createTurns } from '../../core/promises.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { SessionListItem } from '../../generated/operations.gen.ts';
import type { Streamed } from '../../http/body/streamed.ts';
import { expireDueSessions } from '../session/session.service.ts';
import { viewListItem } from '../session/session.view.ts';
import { type FileFormat, sessionFile } from './session-file.ts';
import { pagesOf } from './session-list.repository.ts';
import { conditionsOf, findNamed, type SessionFilter } from './session-list.service.ts';

/** Reading and writing this many takes about as long as any other call. */
const PAGE = 32;
/**
 * Reading SQLite is synchronous, so an export with a fast client would block everything else. Across all exports, one page is
 * read per turn of the event loop.
 */
const turn = createTurns();

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
