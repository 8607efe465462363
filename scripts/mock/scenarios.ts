/** Scenarios by name: how a session ends, how the account stands, or how the service answers. */
import { failedReasons, mockScenarios } from '../../openapi/facts/mock-scenarios.ts';
import { terms } from '../../openapi/facts/terms.ts';
import { formatMoney } from '../../server/billing/terms/money.ts';
import { SIGN_UP_CREDIT } from '../../server/billing/terms/plans.ts';
import {
  type BillingAccount,
  type FailureCode,
  failureReasons,
  type SessionState,
} from '../../server/generated/operations.gen.ts';
import type { Account } from './accounts.ts';
import { listed, notOffered } from './preferences.ts';

/** How a session ends, and for the ends that need one, the reason. */
export interface Outcome {
  state: Extract<SessionState, 'APPROVED' | 'REJECTED' | 'FAILED' | 'ABORTED'>;
  code?: FailureCode;
}

type AccountScenario = (typeof mockScenarios)['account'][number];
export type ServiceScenario = (typeof mockScenarios)['service'][number];

export interface Scenario {
  outcome?: Outcome;
  account?: AccountScenario;
  service?: ServiceScenario;
}

const FAILED: readonly FailureCode[] = failedReasons;
const REJECTED = (Object.keys(failureReasons) as FailureCode[]).filter((code) => !FAILED.includes(code));

/** The reasons that a scenario takes after its name. */
const REASONS: Record<string, readonly string[]> = { rejected: REJECTED, failed: FAILED };

/** What an account looks like in a scenario, from how it looks otherwise. */
export const ACCOUNT_SCENARIOS: Record<AccountScenario, (account: Account) => void> = {
  trial_over({ billing }) {
    billing.state = 'INACTIVE';
    delete billing.trial_days_left;
  },
  credit_exhausted({ billing }) {
    inTrial(billing).credit = '0.00';
  },
  no_payment_method({ billing, lists }) {
    inTrial(billing);
    lists.payment_methods = [];
  },
  empty_account(account) {
    inTrial(account.billing).credit = formatMoney(SIGN_UP_CREDIT);
    const { users } = account.lists;
    for (const name of Object.keys(account.lists) as (keyof Account['lists'])[]) account.lists[name] = [];
    account.lists.users = users.filter(({ type }) => type !== 'SERVICE');
    account.usage = [];
  },
};

const inTrial = (billing: BillingAccount): BillingAccount =>
  Object.assign(billing, { state: 'TRIAL', trial_days_left: terms.trial_days });

/** @throws BadRequest that lists the scenarios, or the reasons of one. */
export function scenarioOf(text: string | undefined): Scenario {
  if (!text) return {};
  const [name = '', reason] = text.split(':', 2);
  const { session, account, service } = mockScenarios;
  const found = { account: account.find((known) => known === name), service: service.find((known) => known === name) };
  const outcome = session.find((known) => known === name);
  if (!outcome && !found.account && !found.service)
    throw notOffered(`there is no such scenario: choose ${listed([...session, ...account, ...service])}`);
  const reasons = REASONS[name];
  if (reason !== undefined && !reasons?.includes(reason))
    throw notOffered(
      reasons
        ? `scenario=${name} has no such reason: choose ${listed(reasons)}`
        : `scenario=${name} takes no reason: choose ${name}`,
    );
  if (found.account) return { account: found.account };
  if (found.service) return { service: found.service };
  return { outcome: outcomeOf(outcome!, reason as FailureCode | undefined) };
}

function outcomeOf(name: (typeof mockScenarios)['session'][number], code?: FailureCode): Outcome {
  switch (name) {
    case 'approved':
      return { state: 'APPROVED' };
    case 'rejected':
      return { state: 'REJECTED', code: code ?? 'chip_auth_failed' };
    case 'failed':
      return { state: 'FAILED', code: code ?? 'nfc_lost' };
    case 'aborted':
      return { state: 'ABORTED' };
    default:
      return name satisfies never;
  }
}
