import { audit } from '../../audit/audit.service.ts';
import { timestamp } from '../../core/clock.ts';
import type { Caller, Context, TransactionContext } from '../../core/context.ts';
import { BadRequest, mustBe } from '../../core/errors.ts';
import { known } from '../../core/known.ts';
import { mayCall } from '../../core/roles.ts';
import type { Operations } from '../../generated/operations.gen.ts';
import { getUser, listAllUsers, type User } from '../../users/user.service.ts';
import type { Session } from '../session/session.repository.ts';
import { countMarks, deleteMark, findMarks, type Mark, putMark } from './session-mark.repository.ts';

const MOST = 1000;
const MOST_ASSIGNEES = 100;

type ShownMark = Operations['session_mark.set']['response'];

/** @throws BadRequest when the assignee cannot see sessions, or the account has as many marks as it may. */
export async function markSession(
  ctx: TransactionContext & Caller,
  { id: session_id }: Session,
  assignee_id: number | undefined,
): Promise<ShownMark> {
  const { merchant_id, user_id } = ctx.principal;
  if (assignee_id !== undefined && !canSee(await getUser(ctx, { id: assignee_id })))
    throw mustBe('assignee_id', 'the id of a user who may see sessions', 'integer');
  // Locks the account's log until the commit, so that concurrent calls count one after the other.
  await audit(ctx, 'session_mark.set', session_id);
  const [present] = await findMarks(ctx.db, merchant_id, [session_id]);
  if (!present && (await countMarks(ctx.db, merchant_id)) >= MOST)
    throw new BadRequest(`The account already has ${MOST} marked sessions. Clear the marks of some first`);
  const created = timestamp(ctx.deps.clock.now());
  await putMark(ctx.db, { session_id, merchant_id, user_id, assignee_id: assignee_id ?? null, created });
  const [mark] = await findMarks(ctx.db, merchant_id, [session_id]);
  return viewMark(mark!);
}

export async function clearMark(ctx: TransactionContext & Caller, { id }: Session): Promise<void> {
  if (await deleteMark(ctx.db, id)) await audit(ctx, 'session_mark.clear', id);
}

export async function marksOf({ db, principal }: Context & Caller, ids: number[]): Promise<ShownMark[]> {
  return (await findMarks(db, principal.merchant_id, ids)).map(viewMark);
}

/** The users who have been in the account longest come first. */
export async function listAssignees(ctx: Context & Caller): Promise<{ id: number; alias: string }[]> {
  const users = (await listAllUsers(ctx)).filter(canSee);
  return users.slice(0, MOST_ASSIGNEES).map(({ id, alias }) => ({ id, alias }));
}

const canSee = ({ type, role }: User): boolean =>
  type !== 'SERVICE' && role !== null && mayCall({ role }, 'session.get');

const viewMark = ({ session_id, created, user_id, alias, assignee_id, assignee_alias }: Mark): ShownMark => ({
  ...{ session_id, created, user_id },
  ...known({ alias }),
  ...(assignee_alias !== null && known({ assignee_id, assignee_alias })),
});
