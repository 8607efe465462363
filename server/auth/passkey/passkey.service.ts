/** A user's passkeys. Users can see and change only their own. */
import { audit } from '../../audit/audit.service.ts';
import type { Caller, Context, TransactionContext } from '../../core/context.ts';
import { Forbidden, NotFound } from '../../core/errors.ts';
import { BY_CREATION, type PageInput, readPage } from '../../database/page-cursor.ts';
import { getSelf } from '../../users/user.service.ts';
import { tellOfSignInMethod } from '../sign-in/sign-in-mail.ts';
import {
  deletePasskeyRow,
  findPasskeys,
  hasPasskeyOrPassword,
  type Passkey,
  renamePasskeyRow,
} from './passkey.repository.ts';

/** One page, newest first. */
export const listPasskeys = ({ db, principal }: Context & Caller, input: PageInput) =>
  readPage(BY_CREATION, input, (page) => findPasskeys(db, principal.user_id, page));

export async function renamePasskey(
  { db, principal }: TransactionContext & Caller,
  { id, name }: { id: number; name: string },
): Promise<Passkey> {
  const passkey = await renamePasskeyRow(db, principal.user_id, id, name);
  if (!passkey) throw notFound(id);
  return passkey;
}

/** @throws Forbidden for the last way to sign in: a user without a password or a provider must keep one passkey. */
export async function deletePasskey(ctx: TransactionContext & Caller, { id }: { id: number }): Promise<void> {
  const { db, principal } = ctx;
  const { user_id, user_type } = principal;
  if (!(await deletePasskeyRow(db, user_id, id))) throw notFound(id);
  if (user_type === 'NATURAL' && !(await hasPasskeyOrPassword(db, user_id)))
    throw new Forbidden('This is your last way to sign in. Add another one first', 'last_sign_in_method');
  await audit(ctx, 'passkey.delete', id);
  await tellOfSignInMethod(ctx, 'passkey_removed', await getSelf(ctx));
}

const notFound = (id: number) => new NotFound(`No passkey found with id: ${id}`);
