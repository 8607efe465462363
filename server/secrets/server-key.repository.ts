import type { Db } from '../database/database.ts';

const NAME = 'server_key';

/** A value that is sealed under the key of this database. */
export async function findProof(db: Db): Promise<Buffer | undefined> {
  const row = await db.selectFrom('server_state').select('value').where('name', '=', NAME).executeTakeFirst();
  return row?.value;
}

/** Keeps the proof, unless another process was first. */
export async function insertProof(db: Db, value: Buffer): Promise<void> {
  await db
    .insertInto('server_state')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** One of each kind of what is sealed: in a database from before there was a proof, anything can prove the key. */
export async function findSealed(db: Db): Promise<Buffer[]> {
  const found = await Promise.all([
    db.selectFrom('callback_secrets').select('secret as sealed').limit(1).executeTakeFirst(),
    db.selectFrom('session_keys').select('wrapped_key as sealed').limit(1).executeTakeFirst(),
    db.selectFrom('mails').select('sealed').where('sealed', 'is not', null).limit(1).executeTakeFirst(),
    db.selectFrom('idempotency_keys').select('answer as sealed').limit(1).executeTakeFirst(),
  ]);
  return found.flatMap((row) => row?.sealed ?? []);
}
