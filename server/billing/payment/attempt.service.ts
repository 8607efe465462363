/** Records every attempt to charge a card before it is made, so that neither a crash nor a second process can exceed the limits. */
import { timestamp } from '../../core/clock.ts';
import type { OutsideContext } from '../../core/context.ts';
import { randomId } from '../../database/random-id.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Bill } from '../ledger/bill.repository.ts';
import { lockAccount } from '../ledger/billing.repository.ts';
import {
  insertAttempt,
  lastRefusal,
  listAttempts,
  type PaymentAttempt,
  setAttemptCode,
} from '../ledger/payment-attempt.repository.ts';
import type { PaymentMethod } from '../ledger/payment-method.repository.ts';
import {
  AUTHENTICATION_REQUIRED,
  byHandFrom,
  lastDayOf,
  needsHolder,
  pausedUntil,
  plannedFor,
} from './attempt-limits.ts';

export type Begun = { attempt: PaymentAttempt } | Refused;
export type Refused =
  | { wait: Date; attempt?: never }
  | { refused: 'plan_over' | 'holder_needed'; attempt?: never; wait?: never };

/** The response to the attempt is lost for good. */
const NO_RESPONSE = 'no_response';

interface Asked {
  bill: Bill;
  method: Pick<PaymentMethod, 'fingerprint' | 'reference'>;
  kind: PaymentAttempt['kind'];
  on_session?: boolean;
}

/** Identifies a card, so that removing it and adding it again does not reset its count of attempts. */
export const cardOf = ({ fingerprint, reference }: Asked['method']): string => fingerprint ?? reference ?? '';

/** A planned attempt whose response was lost is repeated and not counted again. */
export function beginAttempt(ctx: OutsideContext, { bill, method, kind, on_session }: Asked): Promise<Begun> {
  const { id: bill_id, merchant_id } = bill;
  const card = cardOf(method);
  return inTransaction(ctx, async ({ db, deps }): Promise<Begun> => {
    await lockAccount(db, merchant_id);
    const now = deps.clock.now();
    const attempts = await listAttempts(db, bill_id, card);
    const open = attempts.find(({ code }) => code === null);
    if (open && open.kind === 'PLANNED' && kind === 'PLANNED') return { attempt: open };
    if (open) await setAttemptCode(db, open.id, NO_RESPONSE);
    if (!on_session && needsHolder(attempts)) return { refused: 'holder_needed' };
    const from = kind === 'PLANNED' ? plannedFor(attempts, lastDayOf(bill.first_attempt, now), now) : undefined;
    if (kind === 'PLANNED' && !from) return { refused: 'plan_over' };
    const paused = from
      ? pausedUntil(attempts)
      : byHandFrom(attempts, await lastRefusal(db, { merchant_id, card, except: AUTHENTICATION_REQUIRED }), now);
    const wait = from && from > paused ? from : paused;
    if (wait > now) return { wait };
    const attempt = { id: randomId(), merchant_id, bill_id, card, kind, created: timestamp(now), code: null };
    await insertAttempt(db, attempt);
    return { attempt };
  });
}
