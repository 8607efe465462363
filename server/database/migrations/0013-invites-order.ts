/** An index in the order of invitation pages, so that no page sorts all invitations of an account. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const invitesOrder: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createIndex('invites_list').on('invites').columns(['merchant_id', 'created', 'id']).execute();
    await db.schema.dropIndex('invites_merchant').execute();
  },
};
