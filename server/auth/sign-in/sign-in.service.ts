/** A user's sign-ins. Users can see and end only their own. */
import { audit } from '../../audit/audit.service.ts';
import { timestamp } from '../../core/clock.ts';
import type { Caller, Context, Principal, TransactionContext } from '../../core/context.ts';
import { describeDevice } from '../../core/describe-device.ts';
import { NotFound } from '../../core/errors.ts';
import { BY_CREATION, type PageInput, readPage } from '../../database/page-cursor.ts';
import type { SignedInDevice } from '../../generated/operations.gen.ts';
import { type Credential, deleteCredentialOf, findCredentials } from './bearer.repository.ts';
import { endSignIns } from './bearer.service.ts';

export const listSignIns = ({ db, deps, principal }: Context & Caller, input: PageInput) =>
  readPage(BY_CREATION, input, (page) => findCredentials(db, principal.user_id, timestamp(deps.clock.now()), page));

export async function revokeSignIn(ctx: TransactionContext & Caller, { id }: { id: number }): Promise<void> {
  if (!(await deleteCredentialOf(ctx.db, ctx.principal.user_id, id)))
    throw new NotFound(`No sign-in found with id: ${id}`);
  await audit(ctx, 'sign_in.revoke');
}

export async function revokeOtherSignIns(ctx: TransactionContext & Caller): Promise<void> {
  const { user_id, credential_id } = ctx.principal;
  await endSignIns(ctx, { user_id, except_id: credential_id });
  await audit(ctx, 'sign_in.revoke_others');
}

export const viewSignIn = (
  { id, created, last_used, user_agent }: Credential,
  { credential_id }: Principal,
): SignedInDevice => ({
  id,
  created,
  last_used,
  ...describeDevice(user_agent),
  is_current: id === credential_id,
});
