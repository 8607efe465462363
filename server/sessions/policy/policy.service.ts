/**
 * An account's policies: named rules for its sessions. Each change makes a new version, and a session keeps the version it was
 * created with.
 */
import { isDeepStrictEqual } from 'node:util';
import { timestamp } from '../../core/clock.ts';
import type { Acting, Caller, Context, TransactionContext } from '../../core/context.ts';
import { BadRequest, Conflict, NotFound } from '../../core/errors.ts';
import { BY_CREATION, type PageInput, readPage } from '../../database/page-cursor.ts';
import { randomId } from '../../database/random-id.ts';
import type { PolicyRules } from '../../generated/operations.gen.ts';
import {
  deletePoliciesOf,
  findPolicies,
  findPolicy,
  findVersions,
  insertPolicy,
  insertVersion,
  markDeleted,
  type PolicyRow,
  raiseVersion,
} from './policy.repository.ts';

export type { PolicyRow };

/** As defined in the contract. */
const MOST_VERSIONS = 100;

interface NamedRules {
  name: string;
  rules: PolicyRules;
}

/** @throws BadRequest when every allowed country is also denied, so that no document could be accepted. */
export function checkRules({ issuing_countries }: PolicyRules): void {
  const { allow, deny = [] } = issuing_countries ?? {};
  if (!allow?.every((code) => deny.includes(code))) return;
  const expected = 'at least one allowed State that is not denied';
  throw new BadRequest(`rules.issuing_countries must have ${expected}`, 'invalid_value', {
    details: [{ path: 'rules.issuing_countries', expected, received: 'object' }],
  });
}

/** @throws Conflict when the name is in use. The name of a deleted policy can be used again, and continues with the next version. */
export async function createPolicy(ctx: TransactionContext & Caller, { name, rules }: NamedRules): Promise<PolicyRow> {
  const { db, deps, principal } = ctx;
  const created = timestamp(deps.clock.now());
  const policy = { id: randomId(), merchant_id: principal.merchant_id, name, version: 1, created, deleted: null };
  if (await insertPolicy(db, policy)) return addVersion(ctx, policy, rules);
  const existing = await findPolicy(db, policy);
  if (!existing || existing.deleted === null)
    throw new Conflict(
      'The account already has a policy with this name. Choose another name, or call policy.update',
      'policy_exists',
    );
  return nextVersion(ctx, existing, rules);
}

/** Rules that are the same as before make no new version. */
export async function changePolicy(ctx: TransactionContext & Caller, { name, rules }: NamedRules): Promise<PolicyRow> {
  const policy = await getUsablePolicy(ctx, { name });
  return isDeepStrictEqual(JSON.parse(policy.rules), rules) ? policy : nextVersion(ctx, policy, rules);
}

/** Concurrent changes wait for each other, and each makes its own version. */
async function nextVersion(ctx: TransactionContext, policy: PolicyRow, rules: PolicyRules): Promise<PolicyRow> {
  const version = await raiseVersion(ctx.db, policy.id);
  return addVersion(ctx, { ...policy, version, deleted: null }, rules);
}

async function addVersion(
  { db, deps }: TransactionContext,
  policy: Omit<PolicyRow, 'rules' | 'version_created'>,
  rules: PolicyRules,
): Promise<PolicyRow> {
  const version = { rules: JSON.stringify(rules), created: timestamp(deps.clock.now()) };
  await insertVersion(db, { policy_id: policy.id, version: policy.version, ...version });
  return { ...policy, rules: version.rules, version_created: version.created };
}

/** Also finds a deleted policy, because sessions may name it. @throws NotFound, also for another account's policy. */
export async function getPolicy({ db, principal }: Context & Caller, { name }: { name: string }): Promise<PolicyRow> {
  const found = await findPolicy(db, { merchant_id: principal.merchant_id, name });
  if (!found) throw noPolicy(name);
  return found;
}

/** @throws NotFound, also for a deleted policy. */
export async function getUsablePolicy(ctx: Context & Caller, { name }: { name: string }): Promise<PolicyRow> {
  const policy = await getPolicy(ctx, { name });
  if (policy.deleted !== null) throw noPolicy(name);
  return policy;
}

const noPolicy = (name: string) => new NotFound(`No policy found with name: ${name}`);

/** Newest first. */
export const versionsOf = ({ db }: Context, { id }: PolicyRow) => findVersions(db, id, MOST_VERSIONS);

export const listPolicies = ({ db, principal }: Context & Caller, input: PageInput) =>
  readPage(BY_CREATION, input, (page) => findPolicies(db, principal.merchant_id, page));

export async function deletePolicy(ctx: TransactionContext & Caller, { name }: { name: string }): Promise<PolicyRow> {
  const policy = await getUsablePolicy(ctx, { name });
  await markDeleted(ctx.db, policy.id, timestamp(ctx.deps.clock.now()));
  return policy;
}

export const deletePolicies = ({ db, principal }: TransactionContext & Acting): Promise<void> =>
  deletePoliciesOf(db, principal.merchant_id);
