import { audit } from '../audit/audit.service.ts';
import { known } from '../core/known.ts';
import type { AccountPolicy, PolicyRules } from '../generated/operations.gen.ts';
import type { HandlersOf } from '../http/handlers.ts';
import {
  changePolicy,
  checkRules,
  createPolicy,
  deletePolicy,
  getPolicy,
  listPolicies,
  type PolicyRow,
  versionsOf,
} from './policy/policy.service.ts';
import { previewPolicy } from './preview/policy-preview.service.ts';

export const policyOperations: HandlersOf<'policy'> = {
  async 'policy.create'(ctx, body) {
    checkRules(body.rules);
    return ctx.transaction(async (ctx) => {
      const policy = await createPolicy(ctx, body);
      await audit(ctx, 'policy.create', policy.id);
      return viewPolicy(policy);
    });
  },

  async 'policy.list'(ctx, body) {
    const { rows, ...next } = await listPolicies(ctx, body);
    return { policies: rows.map(viewPolicy), ...next };
  },

  async 'policy.get'(ctx, body) {
    const policy = await getPolicy(ctx, body);
    const versions = await versionsOf(ctx, policy);
    return {
      ...viewPolicy(policy),
      versions: versions.map(({ version, rules, created }) => ({ version, rules: parsed(rules), created })),
    };
  },

  async 'policy.update'(ctx, body) {
    checkRules(body.rules);
    return ctx.transaction(async (ctx) => {
      const policy = await changePolicy(ctx, body);
      await audit(ctx, 'policy.update', policy.id);
      return viewPolicy(policy);
    });
  },

  async 'policy.delete'(ctx, body) {
    return ctx.transaction(async (ctx) => {
      const policy = await deletePolicy(ctx, body);
      await audit(ctx, 'policy.delete', policy.id);
      return {};
    });
  },

  'policy.preview': previewPolicy,
};

const viewPolicy = ({ name, version, rules, version_created: created, deleted }: PolicyRow): AccountPolicy => ({
  ...{ name, version, rules: parsed(rules), created },
  ...known({ deleted }),
});

const parsed = (rules: string) => JSON.parse(rules) as PolicyRules;
