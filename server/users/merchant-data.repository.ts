/** What an account leaves behind in other domains, destroyed with it. */
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';

/**
 * Destroys all identity data and everything that could still be sent. Ended sessions stay, stripped, because bills count
 * them; the others go, so that nothing can bring them to an end.
 */
export async function destroySessionData(db: Kysely<Database>, merchantId: number, now: string): Promise<void> {
  const sessions = db.selectFrom('sessions').select('id').where('merchant_id', '=', merchantId);
  await db.deleteFrom('session_keys').where('session_id', 'in', sessions).execute();
  await db.deleteFrom('session_sealed').where('session_id', 'in', sessions).execute();
  await db.deleteFrom('reader_challenges').where('session_id', 'in', sessions).execute();
  await db.deleteFrom('sessions').where('merchant_id', '=', merchantId).where('ended', 'is', null).execute();
  await db
    .updateTable('sessions')
    .set({
      redacted: now,
      secret_hash: randomBytes(32),
      reference: null,
      callback_url: null,
      user_ip: null,
      user_agent: null,
      reader_key_hash: null,
      failure_message: null,
      chip: null,
    })
    .where('merchant_id', '=', merchantId)
    .execute();
}

export async function deleteCallbackData(db: Kysely<Database>, merchantId: number): Promise<void> {
  const callbacks = db.selectFrom('callbacks').select('id').where('merchant_id', '=', merchantId);
  await db.deleteFrom('callback_attempts').where('callback_id', 'in', callbacks).execute();
  await db.deleteFrom('callbacks').where('merchant_id', '=', merchantId).execute();
  await deleteSigningSecret(db, merchantId);
}

/** The next callback is signed with a new one. */
export async function deleteSigningSecret(db: Kysely<Database>, merchantId: number): Promise<void> {
  await db.deleteFrom('callback_secrets').where('merchant_id', '=', merchantId).execute();
}
