import { audit } from '../../audit/audit.service.ts';
import type { Caller, OutsideContext } from '../../core/context.ts';
import type { Db } from '../../database/database.ts';
import { reading } from '../../database/reader.ts';
import { EXPORT_PAGE, exportFile, type FileFormat } from '../../exports/export.service.ts';
import type { SessionListItem } from '../../generated/operations.gen.ts';
import type { Streamed } from '../../http/body/streamed.ts';
import { expireDueSessions } from '../session/session.service.ts';
import { viewListItem } from '../session/session.view.ts';
import { LISTED, pagesOf } from './session-list.repository.ts';
import { assertNamed, conditionsOf, findNamed, type SessionFilter } from './session-list.service.ts';

export async function exportSessions(
  ctx: OutsideContext & Caller,
  { format, ...filter }: SessionFilter & { format: FileFormat },
): Promise<Streamed> {
  await assertNamed(ctx, filter);
  return exportFile(ctx, {
    format,
    record: (ctx) => audit(ctx, 'session.export'),
    rows: 'sessions',
    columns: LISTED,
    pages: viewedPages(ctx, reading(ctx), filter),
  });
}

async function* viewedPages(
  ctx: OutsideContext & Caller,
  db: Db,
  filter: SessionFilter,
): AsyncGenerator<SessionListItem[]> {
  await expireDueSessions(ctx);
  const { search } = filter;
  const conditions = conditionsOf(ctx, filter);
  if (conditions.states?.length === 0) return;
  const named = search === undefined ? [] : await findNamed(ctx, conditions, search);
  if (named.length > 0) return yield named.map(viewListItem);
  for await (const page of pagesOf(db, { ...conditions, text: search }, EXPORT_PAGE)) yield page.map(viewListItem);
}
