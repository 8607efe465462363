/** The handlers of the mock, one for each operation: what was asked for by name, or its rule, or what its name says, or its example. */
import type { CallOrigin, Principal } from '../../server/core/context.ts';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { routes } from '../../server/http/contract.ts';
import type { Handlers } from '../../server/http/handlers.ts';
import { accountRules } from './account-rules.ts';
import type { Account } from './accounts.ts';
import { noteAction } from './audit.ts';
import { billingRules } from './billing-rules.ts';
import { brandRules } from './brand-rules.ts';
import { ruleByName } from './by-name.ts';
import { overviewRules } from './overview-rules.ts';
import { type Preferences, wantedExample } from './preferences.ts';
import { readerRules } from './reader-rules.ts';
import type { AccountCall, World } from './rules.ts';
import { ACCOUNT_SCENARIOS, type Scenario, scenarioOf } from './scenarios.ts';
import { sessionRules } from './session-rules.ts';
import { signInRules } from './sign-in-rules.ts';
import { userRules } from './user-rules.ts';

type AnyRule = (call: AccountCall, body: Record<string, unknown>) => unknown;
const rules = {
  ...sessionRules,
  ...readerRules,
  ...userRules,
  ...signInRules,
  ...brandRules,
  ...billingRules,
  ...accountRules,
  ...overviewRules,
} as Partial<Record<OperationId, AnyRule>>;

interface CallContext {
  principal: Principal | undefined;
  request: CallOrigin;
  headers: Record<string, string>;
}

export function createHandlers(world: World, preferences: () => Preferences): Handlers {
  const variants = new Map<string, Account>();
  const handlers = Object.keys(routes).map((name) => {
    const id = name as OperationId;
    const rule = rules[id] ?? ruleByName(id);
    return [id, (ctx: CallContext, body: Record<string, unknown>) => handle(id, rule, ctx, body)];
  });
  // Each rule was checked against the contract where it is written.
  return Object.fromEntries(handlers) as Handlers;

  async function handle(id: OperationId, rule: AnyRule | undefined, ctx: CallContext, body: Record<string, unknown>) {
    const preferred = preferences();
    const scenario = scenarioOf(preferred.scenario);
    if (scenario.service === 'unavailable') throw world.examples.refused(id, 'service_unavailable');
    const wanted = wantedExample(id, preferred, world.examples);
    if (wanted) return world.examples.asked(id, wanted);
    if (!rule) return world.examples.success(id);
    const call = { world, scenario, request: ctx.request, headers: ctx.headers };
    if (!ctx.principal) return rule(call as AccountCall, body);
    const account = accountIn(scenario, ctx.principal.merchant_id);
    const user = account.lists.users.find((known) => known.id === ctx.principal?.user_id) ?? account.lists.users[0]!;
    const answer = await rule({ ...call, account, user }, body);
    noteAction({ ...call, account, user }, id, { ...body, ...(answer as object) });
    return answer;
  }

  /** In a scenario an account goes on beside itself, from how it was when it was first seen so. */
  function accountIn({ account: scenario }: Scenario, merchant_id: number): Account {
    const usual = world.accounts.withId(merchant_id) ?? world.accounts.example();
    if (!scenario) return usual;
    const key = `${merchant_id} ${scenario}`;
    const variant = variants.get(key) ?? structuredClone(usual);
    if (!variants.has(key)) ACCOUNT_SCENARIOS[scenario](variant);
    variants.set(key, variant);
    return variant;
  }
}
