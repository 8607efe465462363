/** The account of somebody who has just signed up: nothing in it, and the trial begins. */
import { terms } from '../../openapi/facts/terms.ts';
import { cycleOf, cycleStartDay, lastDay } from '../../server/billing/terms/cycle.ts';
import { formatMoney } from '../../server/billing/terms/money.ts';
import { PLANS, SIGN_UP_CREDIT } from '../../server/billing/terms/plans.ts';
import { createSecret } from '../../server/callbacks/webhook-signature.ts';
import { randomId } from '../../server/database/random-id.ts';
import type { AccountUser, UserType } from '../../server/generated/operations.gen.ts';
import type { Account, Holder } from './accounts.ts';

export function newAccount({ email, type, now }: { email: string; type: UserType; now: Date }): Holder {
  const created = now.toISOString();
  const id = randomId();
  const user_id = randomId();
  const cycle_start_day = cycleStartDay(now);
  const cycle = cycleOf(now, cycle_start_day);
  const user: AccountUser = {
    id: user_id,
    type,
    role: 'owner',
    alias: email,
    email,
    email_verified: type !== 'NATURAL',
    created,
  };
  const account: Account = {
    merchant: {
      id,
      name: email.split('@')[1] ?? email,
      created,
      require_clone_protection: false,
      refuse_weak: false,
      require_second_factor: false,
      retention_hours: terms.identity_data_hours,
      return_addresses: [],
    },
    billing: {
      id,
      state: 'TRIAL',
      credit: formatMoney(SIGN_UP_CREDIT),
      currency: 'USD',
      unit_price: formatMoney(PLANS.starter.unit_price),
      monthly_commitment: formatMoney(PLANS.starter.monthly_commitment),
      vat_rate: '0.00',
      cycle_start_day,
      cycle_start: cycle.start,
      cycle_end: lastDay(cycle),
      cycle_cost: formatMoney(0),
      trial_days_left: terms.trial_days,
      created,
    },
    signing: { secret: createSecret(), created },
    lists: {
      sessions: [],
      callbacks: [],
      users: [user],
      invites: [],
      sign_ins: [],
      passkeys: [],
      bills: [],
      transactions: [],
      payment_methods: [],
      entries: [],
      requests: [],
    },
    events: [],
    usage: [],
    passwords: new Map(),
  };
  return { account, user_id };
}
