/** Notices that are sent once, when their day comes: before a card expires, and when an invoice is overdue. */
import { terms } from '../../../openapi/facts/terms.ts';
import { audit } from '../../audit/audit.service.ts';
import { addDays, timestamp } from '../../core/clock.ts';
import { actingAs, type Context, type TransactionContext } from '../../core/context.ts';
import { known } from '../../core/known.ts';
import { countReminder, firstDue, listOverdue, REMINDERS } from '../ledger/bill.repository.ts';
import { findAccount, takeNotice, updateAccount } from '../ledger/billing.repository.ts';
import { findCardInUse, listEndingCards, listExpiries } from '../ledger/payment-method.repository.ts';
import { dayOf } from '../terms/cycle.ts';
import { billFacts, mailAccount, withBill } from './billing-mail.ts';
import { changeState } from './billing-state.service.ts';

const CARD_NOTICE_DAYS = terms.card_notice_days.toSorted((a, b) => a - b);
const EARLIEST = Math.max(...CARD_NOTICE_DAYS);

/** A card is valid until the end of its month. */
const lastDayOf = (month: string): Date =>
  addDays(new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)))), -1);

const daysBefore = (day: Date, days: number): string => dayOf(addDays(day, 0 - days));

/** After an outage, only the latest notice is due. */
function noticeOf(month: string, today: string): string | undefined {
  const end = lastDayOf(month);
  const days = today > dayOf(end) ? undefined : CARD_NOTICE_DAYS.find((days) => today >= daysBefore(end, days));
  return days === undefined ? undefined : `card-ends-${days}`;
}

export async function listCardsToTell({ db, deps }: Context, limit: number): Promise<number[]> {
  const now = deps.clock.now();
  const cards: number[] = [];
  // A card that expires next month may already be due a notice.
  for (const expires of new Set([now, addDays(now, EARLIEST)].map((at) => dayOf(at).slice(0, 7)))) {
    const notice = noticeOf(expires, dayOf(now));
    if (notice) cards.push(...(await listEndingCards(db, { expires, notice }, limit - cards.length)));
  }
  return cards;
}

export async function tellOfEndingCard(ctx: TransactionContext, id: number): Promise<void> {
  const { db, deps } = ctx;
  const card = await findCardInUse(db, id);
  if (!card?.expires || card.alias === null) return;
  const now = deps.clock.now();
  const { merchant_id, alias, expires } = card;
  const due = noticeOf(expires, dayOf(now));
  const notice = { merchant_id, notice: `${due} ${id} ${expires}`, created: timestamp(now) };
  if (!due || !(await takeNotice(db, notice))) return;
  const values = { card: alias, until: dayOf(lastDayOf(expires)) };
  await mailAccount(ctx, { merchant_id, template: 'card_ends', values });
}

/** How many days after the due date each reminder is sent. After the last number, billing becomes inactive instead. */
const OVERDUE_DAYS = [...terms.reminder_days, terms.overdue_days];
/** Even after an outage, reminders are a week apart, so that the customer can pay. */
const WEEK = 7;

export function listToRemind({ db, deps }: Context, reminders: number, limit: number): Promise<number[]> {
  const now = deps.clock.now();
  const due = daysBefore(now, OVERDUE_DAYS[reminders]!);
  return listOverdue(db, { reminders, due, since: daysBefore(now, WEEK - 1) }, limit);
}

export const REMINDER_STEPS = OVERDUE_DAYS.map((_, step) => step);

/** Sends one of the reminders. The step after the last one makes billing inactive until no bill is owed. */
export async function remind(
  ctx: TransactionContext,
  { id, reminders }: { id: number; reminders: number },
): Promise<void> {
  const { db, deps } = ctx;
  const bill = await countReminder(db, id, reminders);
  if (!bill?.due) return;
  const { merchant_id, due } = bill;
  const now = deps.clock.now();
  const values = { ...billFacts(bill), due };
  if (reminders === REMINDERS) {
    if (!(await changeState(ctx, merchant_id, ['ACTIVE'], 'INACTIVE'))) return;
    await updateAccount(db, merchant_id, { inactive_reason: 'UNPAID' });
    await audit(actingAs(ctx, { merchant_id }), 'billing.deactivate');
    await mailAccount(ctx, { ...withBill(bill), template: 'billing_inactive', values });
    return;
  }
  await takeNotice(db, { merchant_id, notice: `reminder-${bill.reminders} ${id}`, created: timestamp(now) });
  const account = await findAccount(db, merchant_id);
  const planned = addDays(new Date(due), terms.overdue_days);
  const earliest = addDays(now, WEEK * (REMINDERS - reminders));
  await mailAccount(ctx, {
    ...withBill(bill),
    template: 'payment_reminder',
    values: {
      ...values,
      until: dayOf(planned > earliest ? planned : earliest),
      ...known({ purchase_order: account?.purchase_order ?? null }),
    },
  });
}

/** The next day on which a notice is due, after today. */
export async function nextNoticeDay({ db, deps }: Context): Promise<string | undefined> {
  const now = deps.clock.now();
  const today = dayOf(now);
  const tomorrow = dayOf(addDays(now, 1));
  const months = await listExpiries(db, today.slice(0, 7));
  const ofCards = months
    .flatMap((month) => (month ? CARD_NOTICE_DAYS.map((days) => daysBefore(lastDayOf(month), days)) : []))
    .filter((day) => day > today);
  const first = await Promise.all(REMINDER_STEPS.map((reminders) => firstDue(db, reminders)));
  const ofBills = first.flatMap((due, reminders) => {
    if (due === undefined) return [];
    const day = dayOf(addDays(new Date(due), OVERDUE_DAYS[reminders]!));
    return [day > today ? day : tomorrow];
  });
  return [...ofCards, ...ofBills].toSorted()[0];
}
