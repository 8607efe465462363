import { addDays } from '../core/clock.ts';
import type { Acting, Caller, Context, OutsideContext, TransactionContext } from '../core/context.ts';
import { NotFound } from '../core/errors.ts';
import { known } from '../core/known.ts';
import { firstIdAt } from '../core/request-id.ts';
import { type PageInput, readPage } from '../database/page-cursor.ts';
import { reading } from '../database/reader.ts';
import {
  type ApiRequest,
  deleteRequestsOf,
  findLastSeen,
  findRequest,
  findRequests,
  hasSession,
  hasUser,
  type RequestFilter,
} from './request.repository.ts';

const BY_ID = { request_id: 'request_id' } as const;
export const MOST_LOOKED_AT = 10_000;
const FIRST_REFUSAL = 400;

/** Older calls are not shown, and are deleted. */
export const keptSince = ({ deps: { clock, config } }: Context): string =>
  firstIdAt(addDays(clock.now(), -config.request_log_days).getTime());

/**
 * One page, newest first. A page may be incomplete although another follows, because the search ends after a limit.
 * @throws NotFound for another account's session or key.
 */
export async function listRequests(
  ctx: OutsideContext & Caller,
  { cursor, limit, ...filter }: RequestFilter & PageInput,
): Promise<{ rows: ApiRequest[]; next_cursor?: string }> {
  const { db, principal } = ctx;
  const { merchant_id } = principal;
  const { session_id, user_id } = filter;
  if (session_id !== undefined && !(await hasSession(db, merchant_id, session_id)))
    throw new NotFound(`No session found with id: ${session_id}`);
  if (user_id !== undefined && !(await hasUser(db, merchant_id, user_id)))
    throw new NotFound(`No user found with id: ${user_id}`);
  const { status, refused = status !== undefined && status >= FIRST_REFUSAL } = filter;
  const wanted = { merchant_id, since: keptSince(ctx), ...filter, refused };
  const isSifted = [user_id, filter.operation, status].some((value) => value !== undefined);
  const reader = isSifted ? reading(ctx) : db;
  return readPage(
    BY_ID,
    known({ cursor, limit }),
    (page) => findRequests(reader, wanted, page, MOST_LOOKED_AT),
    async (page) => (isSifted ? findLastSeen(reader, wanted, page, MOST_LOOKED_AT) : undefined),
  );
}

/** @throws NotFound, also for another account's call. */
export async function getRequest(ctx: Context & Caller, { request_id }: { request_id: string }): Promise<ApiRequest> {
  const isKept = request_id >= keptSince(ctx);
  const found = isKept ? await findRequest(ctx.db, ctx.principal.merchant_id, request_id) : undefined;
  if (!found) throw new NotFound(`No request found with id: ${request_id}`);
  return found;
}

export const deleteRequests = ({ db, principal }: TransactionContext & Acting): Promise<void> =>
  deleteRequestsOf(db, principal.merchant_id);
