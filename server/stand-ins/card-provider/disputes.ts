/** Disputes (chargebacks) that test cards cause (https://docs.stripe.com/testing#disputes). */
import type { Stripe } from 'stripe';
import { recordMovement } from './balance-transactions.ts';
import { type Context, emit, get } from './context.ts';
import { invalidRequest } from './errors.ts';
import { newDispute } from './objects.ts';
import { mergeMetadata, type ParamsOf, shapeOf } from './params.ts';

const DISPUTE_FEE = 1500;

export const DISPUTE = shapeOf<Stripe.DisputeUpdateParams>()({
  evidence: { uncategorized_text: 'string' },
  metadata: 'map',
  submit: 'boolean',
});

export function dispute(context: Context, charge: Stripe.Charge, reason: string): void {
  const made = newDispute(context.now, charge, reason);
  const withdrawn = recordMovement(context, {
    amount: 0 - charge.amount,
    currency: charge.currency,
    fee: DISPUTE_FEE,
    type: 'adjustment',
    reporting_category: 'dispute',
    source: made.id,
  });
  const opened: Stripe.Dispute = { ...made, balance_transactions: [withdrawn] };
  context.store.put(opened);
  context.store.put<Stripe.Charge>({ ...charge, disputed: true });
  emit(context, 'charge.dispute.created', opened);
  emit(context, 'charge.dispute.funds_withdrawn', opened);
}

/** The texts `winning_evidence` and `losing_evidence` decide the dispute, as in the real test mode. */
export function updateDispute(context: Context, id: string, params: ParamsOf<typeof DISPUTE>): Stripe.Dispute {
  const found = openDispute(context, id);
  const text = params.evidence ? params.evidence.uncategorized_text : undefined;
  const changed: Stripe.Dispute = {
    ...found,
    evidence: { ...found.evidence, uncategorized_text: text ?? found.evidence.uncategorized_text },
    evidence_details: { ...found.evidence_details, has_evidence: text !== undefined },
    metadata: mergeMetadata(found.metadata, params.metadata),
  };
  if (params.submit === false) {
    context.store.put(changed);
    return changed;
  }
  if (text === 'winning_evidence') return win(context, changed);
  if (text === 'losing_evidence') return lose(context, changed);
  const reviewed: Stripe.Dispute = { ...changed, status: text === undefined ? found.status : 'under_review' };
  context.store.put(reviewed);
  emit(context, 'charge.dispute.updated', reviewed);
  return reviewed;
}

/** Accepts the dispute. */
export const closeDispute = (context: Context, id: string): Stripe.Dispute => lose(context, openDispute(context, id));

function win(context: Context, found: Stripe.Dispute): Stripe.Dispute {
  const returned = recordMovement(context, {
    amount: found.amount,
    currency: found.currency,
    fee: 0 - DISPUTE_FEE,
    type: 'adjustment',
    reporting_category: 'dispute_reversal',
    source: found.id,
  });
  const won: Stripe.Dispute = {
    ...found,
    balance_transactions: [...found.balance_transactions, returned],
    status: 'won',
  };
  context.store.put(won);
  emit(context, 'charge.dispute.closed', won);
  emit(context, 'charge.dispute.funds_reinstated', won);
  return won;
}

function lose(context: Context, found: Stripe.Dispute): Stripe.Dispute {
  const lost: Stripe.Dispute = { ...found, status: 'lost' };
  context.store.put(lost);
  emit(context, 'charge.dispute.closed', lost);
  return lost;
}

function openDispute(context: Context, id: string): Stripe.Dispute {
  const found = get<Stripe.Dispute>(context, 'dispute', id);
  if (found.status === 'won' || found.status === 'lost') throw invalidRequest('This dispute is already closed');
  return found;
}
