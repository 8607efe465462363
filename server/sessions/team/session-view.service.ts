/** Views of the session list, shared with everyone in the account who may see sessions. */
import { audit } from '../../audit/audit.service.ts';
import { timestamp } from '../../core/clock.ts';
import type { Caller, Context, TransactionContext } from '../../core/context.ts';
import { BadRequest, mustBe, NotFound } from '../../core/errors.ts';
import { known } from '../../core/known.ts';
import { BY_CREATION, type PageInput, readPage } from '../../database/page-cursor.ts';
import { randomId } from '../../database/random-id.ts';
import { refuseTaken } from '../../database/unique-violation.ts';
import type { Operations } from '../../generated/operations.gen.ts';
import {
  countViews,
  deleteViewRow,
  findViews,
  insertView,
  type SharedView,
  updateView,
} from './session-view.repository.ts';

export type { SharedView };

const MOST = 50;

type Body<Name extends 'create' | 'update'> = Operations[`session_view.${Name}`]['body'];

/** @throws BadRequest when the name is in use, or the account has as many views as it may. */
export async function createView(
  ctx: TransactionContext & Caller,
  { name, query, columns }: Body<'create'>,
): Promise<SharedView> {
  const { merchant_id, user_id } = ctx.principal;
  const id = randomId();
  // Locks the account's log until the commit, so that concurrent calls count one after the other.
  await audit(ctx, 'session_view.create', id);
  if ((await countViews(ctx.db, merchant_id)) >= MOST)
    throw new BadRequest(`The account already shares ${MOST} views. Delete one first`);
  const created = timestamp(ctx.deps.clock.now());
  const view = { id, merchant_id, user_id, name: named(name), query, columns: columns.join(), created };
  await refuseTaken(nameTaken, () => insertView(ctx.db, view));
  return view;
}

export const listViews = ({ db, principal }: Context & Caller, input: PageInput) =>
  readPage(BY_CREATION, input, (page) => findViews(db, principal.merchant_id, page));

/** @throws NotFound, also for a view of another account. */
export async function changeView(
  ctx: TransactionContext & Caller,
  { id, name, query, columns }: Body<'update'>,
): Promise<SharedView> {
  const { merchant_id } = ctx.principal;
  const changes = known({ name: name && named(name), query, columns: columns?.join() });
  const view = await refuseTaken(nameTaken, () => updateView(ctx.db, { merchant_id, id }, changes));
  if (!view) throw noView(id);
  await audit(ctx, 'session_view.update', id);
  return view;
}

export async function deleteView(ctx: TransactionContext & Caller, { id }: { id: number }): Promise<void> {
  const { merchant_id } = ctx.principal;
  if (!(await deleteViewRow(ctx.db, { merchant_id, id }))) throw noView(id);
  await audit(ctx, 'session_view.delete', id);
}

/** Trims the name, so that names that differ only in surrounding spaces are the same. */
function named(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw mustBe('name', 'text of 1 to 60 characters');
  return trimmed;
}

const nameTaken = () => mustBe('name', 'a name that no other shared view has');
const noView = (id: number) => new NotFound(`No shared view found with id: ${id}`);
