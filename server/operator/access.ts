/** `npm run operator -- suspend …` and related commands: against abuse, and for people who are locked out. */
import { audit } from '../audit/audit.service.ts';
import { resetFactors } from '../auth/second-factor/second-factor.service.ts';
import { endSignIns } from '../auth/sign-in/bearer.service.ts';
import { byOperator } from '../billing/operator/operator-target.service.ts';
import type { Context, TransactionContext } from '../core/context.ts';
import { CommandRefused, type PlannedChange } from '../core/planned-change.ts';
import { findAccount, resumeAccount, suspendAccount } from '../merchants/merchant.service.ts';
import { findAnyone, removeUser, type UserWithKey } from '../users/user.service.ts';
import { change, reasonOf } from './command.ts';

type Plan = (ctx: Context, name: string, reason: string | undefined) => Promise<PlannedChange>;

const accessChange = (words: string, summary: string, plan: Plan) =>
  change({
    words,
    summary,
    options: {
      reason: {
        type: 'string',
        value: 'TEXT',
        says: 'reason for the audit log of the account, such as "Reported for fraud"',
      },
    },
    plan: (ctx, { words: [name = ''], values }) => plan(ctx, name.trim(), reasonOf(values.reason)),
  });

export const access = {
  suspend: accessChange(
    'ACCOUNT',
    'blocks sign-ins, API keys and readers, and holds callbacks back; deletes nothing, and billing continues',
    suspension,
  ),
  resume: accessChange('ACCOUNT', 'lifts the suspension of an account', resumption),
  'end-sign-ins': accessChange('USER', 'signs a user out everywhere', endOfSignIns),
  'reset-factors': accessChange(
    'USER',
    'removes the authenticator app, passkeys and recovery codes of a user who lost them, and emails the user',
    resetOfFactors,
  ),
  'withdraw-key': accessChange('KEY', 'revokes an API key permanently; KEY is an id or a public key', withdrawal),
};

async function suspension(ctx: Context, name: string, reason: string | undefined): Promise<PlannedChange> {
  const { merchant_id, title } = await accountOf(ctx, name);
  return {
    summary: [
      `${title} will be suspended: its sign-ins, API keys and readers are refused with account_suspended, and its callbacks wait.`,
      'Nothing is deleted. Its open sessions expire, and its bills are issued and charged as before.',
      'Its owners are notified by email.',
      ...toldToAccount(reason),
    ],
    async run(ctx) {
      if (!(await suspendAccount(byOperator(ctx, merchant_id), reason)))
        throw new CommandRefused(`${title} is already suspended.`);
    },
  };
}

async function resumption(ctx: Context, name: string, reason: string | undefined): Promise<PlannedChange> {
  const { merchant_id, title } = await accountOf(ctx, name);
  return {
    summary: [
      `${title} will work again, and its waiting callbacks will be sent. Its owners are notified by email.`,
      ...toldToAccount(reason),
    ],
    async run(ctx) {
      if (!(await resumeAccount(byOperator(ctx, merchant_id), reason)))
        throw new CommandRefused(`${title} is not suspended.`);
    },
  };
}

const recorded = (
  { id, merchant_id }: UserWithKey,
  { action, summary, reason }: { action: Parameters<typeof audit>[1]; summary: string[]; reason: string | undefined },
  work: (ctx: TransactionContext) => Promise<unknown>,
): PlannedChange => ({
  summary: [...summary, ...toldToAccount(reason)],
  async run(ctx) {
    await work(ctx);
    await audit(byOperator(ctx, merchant_id), action, id, reason);
  },
});

async function endOfSignIns(ctx: Context, name: string, reason: string | undefined): Promise<PlannedChange> {
  const user = await personOf(ctx, name);
  const summary = [`${titleOf(user)} will be signed out everywhere, and can sign in again.`];
  return recorded(user, { action: 'user.end_sign_ins', summary, reason }, (ctx) =>
    endSignIns(ctx, { user_id: user.id }),
  );
}

async function resetOfFactors(ctx: Context, name: string, reason: string | undefined): Promise<PlannedChange> {
  const user = await personOf(ctx, name);
  const summary = [
    `${titleOf(user)} will lose the authenticator app, passkeys and recovery codes, be signed out everywhere, and be notified by email.`,
    'The password alone is then enough to sign in: make sure that the request came from this person.',
  ];
  return recorded(user, { action: 'user.reset_factors', summary, reason }, (ctx) => resetFactors(ctx, user));
}

async function withdrawal(ctx: Context, name: string, reason: string | undefined): Promise<PlannedChange> {
  const key = await findAnyone(ctx, name);
  if (key?.type !== 'SERVICE') throw new CommandRefused('No API key has this id or public key.');
  const summary = [
    `The API key ${key.public_key} of account ${key.merchant_id} will be revoked. This cannot be undone.`,
  ];
  return recorded(key, { action: 'user.withdraw_key', summary, reason }, (ctx) => removeUser(ctx, key));
}

async function accountOf(ctx: Context, name: string): Promise<{ merchant_id: number; title: string }> {
  const user = name.includes('@') ? await findAnyone(ctx, name) : undefined;
  const merchant_id = user?.merchant_id ?? (/^\d{1,16}$/.test(name) ? Number(name) : 0);
  const merchant = await findAccount(ctx, merchant_id);
  if (!merchant)
    throw new CommandRefused(`No account has the id or email ${name}. Run the accounts command to list them.`);
  const shown = merchant.name ?? user?.email;
  return { merchant_id, title: `Account ${merchant_id}${shown ? ` (${shown})` : ''}` };
}

async function personOf(ctx: Context, name: string): Promise<UserWithKey> {
  const user = await findAnyone(ctx, name);
  if (!user || user.type === 'SERVICE') throw new CommandRefused('No user has this id or email.');
  return user;
}

const titleOf = ({ id, email, merchant_id }: UserWithKey) => `${email ?? `User ${id}`} of account ${merchant_id}`;

const toldToAccount = (reason: string | undefined) => [
  reason === undefined
    ? 'The account sees this in its audit log.'
    : `The account sees this in its audit log, with the reason: ${reason}`,
];
