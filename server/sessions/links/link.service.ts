/** Reusable links: an account gives one to many people, and each of them starts a session of their own. */
import { randomBytes } from 'node:crypto';
import { timestamp } from '../../core/clock.ts';
import type { Acting, Caller, Context, OutsideContext, TransactionContext } from '../../core/context.ts';
import { mustBe, NotFound } from '../../core/errors.ts';
import { BY_CREATION, type PageInput, readPage } from '../../database/page-cursor.ts';
import { randomId } from '../../database/random-id.ts';
import type { Operations, ReusableLink, SessionOptions } from '../../generated/operations.gen.ts';
import { applyPolicy } from '../policy/session-rules.ts';
import { linksOf } from '../session/return-address.service.ts';
import { checkCallback, checkFaces } from '../session/session.service.ts';
import {
  deleteLinkRow,
  deleteLinksOf,
  findLink,
  findLinks,
  insertLink,
  type Link,
  type LinkRow,
  updateLink,
} from './link.repository.ts';

export type { Link };

/** Without letters and digits that look alike: people type the code from a poster. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 14;

type Body<Name extends 'create' | 'update'> = Operations[`link.${Name}`]['body'];

/** Refuses options that sessions of the link could not have. May query DNS. @throws BadRequest */
export async function checkLink(
  ctx: OutsideContext & Caller,
  { session_options: options, expires }: { session_options?: SessionOptions; expires?: string | null },
): Promise<void> {
  if (expires && !(Date.parse(expires) > ctx.deps.clock.now().getTime()))
    throw mustBe('expires', 'a time in the future');
  if (!options) return;
  if (options.send_to !== undefined) throw mustBe('session_options.send_to', 'absent: people open the link themselves');
  checkFaces(ctx, await applyPolicy(ctx, options));
  await checkCallback(ctx, options);
  await linksOf(ctx, options);
}

export async function createLink(ctx: TransactionContext & Caller, body: Body<'create'>): Promise<Link> {
  const { name, title = null, brand_color = null, limit = null, expires, session_options = {} } = body;
  const row: LinkRow = {
    id: randomId(),
    merchant_id: ctx.principal.merchant_id,
    code: newCode(),
    ...{ name, title, session_limit: limit },
    brand_color: brand_color?.toLowerCase() ?? null,
    expires: storedTime(expires),
    ended: null,
    options: JSON.stringify(session_options),
    ...{ started: 0, approved: 0, rejected: 0 },
    created: timestamp(ctx.deps.clock.now()),
  };
  await insertLink(ctx.db, row);
  return { ...row, open: 0 };
}

const storedTime = (time: string | null | undefined) => (time ? new Date(time).toISOString() : null);

const newCode = () => [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** @throws NotFound, also for another account's link. */
export async function getLink({ db, principal }: Context & Caller, { id }: { id: number }): Promise<Link> {
  const found = await findLink(db, principal.merchant_id, id);
  if (!found) throw noLink(id);
  return found;
}

const noLink = (id: number) => new NotFound(`No link found with id: ${id}`);

export const listLinks = ({ db, principal }: Context & Caller, input: PageInput) =>
  readPage(BY_CREATION, input, (page) => findLinks(db, principal.merchant_id, page));

export async function changeLink(ctx: TransactionContext & Caller, body: Body<'update'>): Promise<Link> {
  const link = await getLink(ctx, body);
  const { name, title, brand_color, limit, expires, session_options, ended } = body;
  const changes = {
    ...(name !== undefined && { name }),
    ...(title !== undefined && { title }),
    ...(brand_color !== undefined && { brand_color: brand_color?.toLowerCase() ?? null }),
    ...(limit !== undefined && { session_limit: limit }),
    ...(expires !== undefined && { expires: storedTime(expires) }),
    ...(session_options !== undefined && { options: JSON.stringify(session_options) }),
    ...(ended !== undefined && { ended: ended ? (link.ended ?? timestamp(ctx.deps.clock.now())) : null }),
  };
  if (Object.keys(changes).length > 0) await updateLink(ctx.db, link, changes);
  return getLink(ctx, body);
}

export async function deleteLink(
  { db, principal }: TransactionContext & Caller,
  { id }: { id: number },
): Promise<void> {
  if (!(await deleteLinkRow(db, principal.merchant_id, id))) throw noLink(id);
}

export const deleteLinks = ({ db, principal }: TransactionContext & Acting): Promise<void> =>
  deleteLinksOf(db, principal.merchant_id);

export const optionsOf = ({ options }: LinkRow): SessionOptions => JSON.parse(options) as SessionOptions;

/** Open sessions do not count here. Starting a session decides whether there is room for it. */
export function stateOf({ ended, expires, session_limit, approved }: LinkRow, now: Date): ReusableLink['state'] {
  if (ended !== null) return 'ENDED';
  if (expires !== null && expires <= timestamp(now)) return 'EXPIRED';
  return session_limit !== null && approved >= session_limit ? 'LIMIT_REACHED' : 'ACTIVE';
}
