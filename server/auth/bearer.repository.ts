import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import type { TokenTable } from './auth.table.ts';

export async function insertCredential(
  db: Kysely<Database>,
  credential: { id: number; user_id: number; created: string; expires: string },
): Promise<void> {
  await db.insertInto('credentials').values(credential).execute();
}

export async function insertTokens(db: Kysely<Database>, tokens: TokenTable[]): Promise<void> {
  await db.insertInto('tokens').values(tokens).execute();
}

export function findToken(db: Kysely<Database>, hash: string, kind: TokenTable['kind']) {
  return db.selectFrom('tokens').selectAll().where('hash', '=', hash).where('kind', '=', kind).executeTakeFirst();
}

/** Who holds an unexpired access token. */
export function findTokenHolder(db: Kysely<Database>, hash: string, now: string) {
  return db
    .selectFrom('tokens')
    .innerJoin('credentials', 'credentials.id', 'tokens.credential_id')
    .innerJoin('users', 'users.id', 'credentials.user_id')
    .select(['tokens.credential_id', 'users.id', 'users.merchant_id', 'users.type', 'users.last_used'])
    .where('tokens.hash', '=', hash)
    .where('tokens.kind', '=', 'ACCESS')
    .where('tokens.expires', '>', now)
    .executeTakeFirst();
}

/** Marks a refresh token as exchanged. @returns false when it already was. */
export async function replaceToken(db: Kysely<Database>, hash: string, replaced: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tokens')
    .set({ replaced })
    .where('hash', '=', hash)
    .where('replaced', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lets older access tokens end at `until`, and deletes expired tokens. Newer ones are added afterwards. */
export async function retireTokens(db: Kysely<Database>, credentialId: number, now: string, until: string) {
  await db.deleteFrom('tokens').where('credential_id', '=', credentialId).where('expires', '<=', now).execute();
  await db
    .updateTable('tokens')
    .set({ expires: until })
    .where('credential_id', '=', credentialId)
    .where('kind', '=', 'ACCESS')
    .where('expires', '>', until)
    .execute();
}

export async function extendCredential(db: Kysely<Database>, id: number, expires: string): Promise<void> {
  await db.updateTable('credentials').set({ expires }).where('id', '=', id).execute();
}

/** Ends a sign-in with all its tokens. */
export async function deleteCredential(db: Kysely<Database>, id: number): Promise<void> {
  await db.deleteFrom('credentials').where('id', '=', id).execute();
}

/** Ends all sign-ins of a user, or all but one. */
export async function deleteCredentialsOf(db: Kysely<Database>, userId: number, exceptId?: number): Promise<void> {
  const query = db.deleteFrom('credentials').where('user_id', '=', userId);
  await (exceptId === undefined ? query : query.where('id', '!=', exceptId)).execute();
}

export async function purgeCredentials(db: Kysely<Database>, now: string): Promise<void> {
  await db.deleteFrom('credentials').where('expires', '<=', now).execute();
}
