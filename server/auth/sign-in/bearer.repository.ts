import type { Insertable, Selectable, Updateable } from 'kysely';
import { timestamp } from '../../core/clock.ts';
import { compiled } from '../../database/compiled.ts';
import type { Db } from '../../database/database.ts';
import { newestFirst, type Page } from '../../database/page-cursor.ts';
import { changesRows, findsRow, run } from '../../database/rows.ts';
import type { CredentialTable, TokenTable } from '../auth.table.ts';

export type Token = Selectable<TokenTable>;
type TokenOfSignIn = Token & { signed_in: string };
export type Credential = Selectable<CredentialTable>;

/** `proven` of a sign-in that has not proved anything yet. */
export const NEVER = timestamp(new Date(0));

export const insertCredential = (db: Db, credential: Insertable<CredentialTable>): Promise<void> =>
  run(db.insertInto('credentials').values(credential));

export const insertTokens = (db: Db, tokens: Insertable<TokenTable>[]) => run(db.insertInto('tokens').values(tokens));

export const findToken = (db: Db, hash: string, kind: Token['kind']): Promise<TokenOfSignIn | undefined> =>
  db
    .selectFrom('tokens')
    .innerJoin('credentials', 'credentials.id', 'tokens.credential_id')
    .selectAll('tokens')
    .select('credentials.created as signed_in')
    .where('tokens.hash', '=', hash)
    .where('tokens.kind', '=', kind)
    .executeTakeFirst();

export const findTokenHolder = (db: Db, hash: string, now: string) => findHolder.first(db, { hash, now });

const findHolder = compiled((db, { hash, now }: { hash: string; now: string }) =>
  db
    .selectFrom('tokens')
    .innerJoin('credentials', 'credentials.id', 'tokens.credential_id')
    .innerJoin('users', 'users.id', 'credentials.user_id')
    .innerJoin('merchants', 'merchants.id', 'users.merchant_id')
    .select(['tokens.credential_id', 'credentials.proven', 'credentials.second_factor'])
    .select(['users.id', 'users.merchant_id', 'users.type', 'users.role', 'merchants.require_second_factor'])
    .select('merchants.suspended')
    .where('tokens.hash', '=', hash)
    .where('tokens.kind', '=', 'ACCESS')
    .where('tokens.expires', '>', now),
);

export const isSuspended = (db: Db, user_id: number): Promise<boolean> =>
  db
    .selectFrom('users')
    .innerJoin('merchants', 'merchants.id', 'users.merchant_id')
    .select('users.id')
    .where('users.id', '=', user_id)
    .where('merchants.suspended', 'is not', null)
    .$call(findsRow);

/** @returns false when the refresh token was already exchanged. */
export const replaceToken = (db: Db, hash: string, replaced: string): Promise<boolean> =>
  changesRows(db.updateTable('tokens').set({ replaced }).where('hash', '=', hash).where('replaced', 'is', null));

/** Makes older access tokens expire at `until` and deletes expired tokens. The caller adds the new tokens afterwards. */
export async function retireTokens(db: Db, credential_id: number, now: string, until: string) {
  await db.deleteFrom('tokens').where('credential_id', '=', credential_id).where('expires', '<=', now).execute();
  await db
    .updateTable('tokens')
    .set({ expires: until })
    .where('credential_id', '=', credential_id)
    .where('kind', '=', 'ACCESS')
    .where('expires', '>', until)
    .execute();
}

export const updateCredential = (db: Db, id: number, changes: Updateable<CredentialTable>): Promise<void> =>
  run(db.updateTable('credentials').set(changes).where('id', '=', id));

export const voidProofs = (db: Db, user_id: number, except_id: number): Promise<void> =>
  db
    .updateTable('credentials')
    .set({ proven: NEVER })
    .where('user_id', '=', user_id)
    .where('id', '!=', except_id)
    .$call(run);

export const findCredentials = (db: Db, user_id: number, now: string, page: Page): Promise<Credential[]> =>
  db
    .selectFrom('credentials')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('expires', '>', now)
    .$call(newestFirst(page))
    .execute();

export const deleteCredential = (db: Db, id: number) => run(db.deleteFrom('credentials').where('id', '=', id));

export const deleteCredentialOf = (db: Db, user_id: number, id: number): Promise<boolean> =>
  changesRows(db.deleteFrom('credentials').where('user_id', '=', user_id).where('id', '=', id));

export async function deleteCredentialsOf(db: Db, user_id: number, except_id?: number): Promise<void> {
  const query = db.deleteFrom('credentials').where('user_id', '=', user_id);
  await (except_id === undefined ? query : query.where('id', '!=', except_id)).execute();
}

export const purgeCredentials = (db: Db, now: string) => run(db.deleteFrom('credentials').where('expires', '<=', now));
