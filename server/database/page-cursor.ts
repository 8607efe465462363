/** Cursors of lists that are ordered by creation, newest first. */
import { NotFound } from '../core/errors.ts';

const CURSOR = /^([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}Z)\|(.+)$/;
const NUMBER = /^[1-9][0-9]{0,15}$/;
const EVENT_ID = /^msg_[A-Za-z0-9_-]{16,64}$/;

export interface PageCursor {
  created: string;
  id: string;
}

const encodeCursor = ({ created, id }: { created: string; id: number | string }): string =>
  Buffer.from(`${created}|${id}`).toString('base64url');

/** @throws NotFound for a cursor that was not made here. */
export function decodeCursor(cursor: string, ids: 'number' | 'event'): PageCursor {
  const [, created, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (!created || !id || !(ids === 'number' ? NUMBER : EVENT_ID).test(id))
    throw new NotFound('No page found for this cursor');
  return { created, id };
}

/** Cuts a page out of rows of which one more than `limit` was asked for. */
export function pageOf<Row extends { created: string; id: number | string }>(
  rows: Row[],
  limit: number,
): { rows: Row[]; next_cursor?: string } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return rows.length > limit && last ? { rows: page, next_cursor: encodeCursor(last) } : { rows: page };
}
