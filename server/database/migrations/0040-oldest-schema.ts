/** From here on the database records which versions may run on it. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { setOldestSchema } from './oldest-schema.ts';

export const oldestSchema: Migration = {
  up: (db: Kysely<never>) => setOldestSchema(db, '0037-requests-of-session'),
};
