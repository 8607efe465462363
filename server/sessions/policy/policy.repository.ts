import type { Db, Trx } from '../../database/database.ts';
import { newestFirst, type Page } from '../../database/page-cursor.ts';
import { changesRows, run } from '../../database/rows.ts';
import type { PolicyTable, PolicyVersionTable } from './policy.table.ts';

export interface PolicyRow extends PolicyTable {
  rules: string;
  version_created: string;
}

type Named = Pick<PolicyTable, 'merchant_id' | 'name'>;

export const findPolicy = (db: Db, { merchant_id, name }: Named): Promise<PolicyRow | undefined> =>
  current(db, merchant_id).where('policies.name', '=', name).executeTakeFirst();

export const findPolicies = (db: Db, merchant_id: number, page: Page): Promise<PolicyRow[]> =>
  current(db, merchant_id).where('policies.deleted', 'is', null).$call(newestFirst(page, 'policies')).execute();

const current = (db: Db, merchant_id: number) =>
  db
    .selectFrom('policies')
    .innerJoin('policy_versions', (join) =>
      join
        .onRef('policy_versions.policy_id', '=', 'policies.id')
        .onRef('policy_versions.version', '=', 'policies.version'),
    )
    .selectAll('policies')
    .select(['policy_versions.rules', 'policy_versions.created as version_created'])
    .where('policies.merchant_id', '=', merchant_id);

export const findVersions = (db: Db, policy_id: number, limit: number): Promise<PolicyVersionTable[]> =>
  db
    .selectFrom('policy_versions')
    .selectAll()
    .where('policy_id', '=', policy_id)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();

export const findVersion = (db: Db, { policy_id, version }: Pick<PolicyVersionTable, 'policy_id' | 'version'>) =>
  db
    .selectFrom('policy_versions')
    .innerJoin('policies', 'policies.id', 'policy_versions.policy_id')
    .select(['policies.name', 'policy_versions.version', 'policy_versions.rules'])
    .where('policy_versions.policy_id', '=', policy_id)
    .where('policy_versions.version', '=', version)
    .executeTakeFirst();

/** @returns false when the account already has a policy of this name. */
export const insertPolicy = (db: Trx, row: PolicyTable): Promise<boolean> =>
  db
    .insertInto('policies')
    .values(row)
    .onConflict((conflict) => conflict.columns(['merchant_id', 'name']).doNothing())
    .$call(changesRows);

export const insertVersion = (db: Trx, row: PolicyVersionTable): Promise<void> =>
  run(db.insertInto('policy_versions').values(row));

/** Makes the policy usable again if it was deleted. @returns the new version */
export async function raiseVersion(db: Trx, id: number): Promise<number> {
  const { version } = await db
    .updateTable('policies')
    .set(({ eb }) => ({ version: eb('version', '+', 1), deleted: null }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export const markDeleted = (db: Trx, id: number, deleted: string): Promise<void> =>
  run(db.updateTable('policies').set({ deleted }).where('id', '=', id));

export async function deletePoliciesOf(db: Trx, merchant_id: number): Promise<void> {
  const own = db.selectFrom('policies').select('id').where('merchant_id', '=', merchant_id);
  await db.deleteFrom('policy_versions').where('policy_id', 'in', own).execute();
  await db.deleteFrom('policies').where('merchant_id', '=', merchant_id).execute();
}
