import type { TransactionContext } from '../../core/context.ts';
import type { Operations } from '../../generated/operations.gen.ts';
import type { Session } from '../session/session.repository.ts';
import { spanOf } from './result-time.ts';
import { type Counted, countPart, countUsage, type UsageField } from './session-usage.repository.ts';
import type { UsagePart } from './session-usage.table.ts';

export interface ChangeFacts {
  platform?: Operations['reader.start']['body']['platform'];
}

/** Specimen sessions are counted where their daily limit is enforced. */
export const countCreated = (ctx: TransactionContext, session: { merchant_id: number; created: string }) =>
  countUsage(ctx.db, { merchant_id: session.merchant_id, day: dayOf(session.created), specimen: 0 }, 'created');

/** Counts a session whose link was opened. `countChange` also counts a session that was started without opening its link. */
export async function countOpened({ db }: TransactionContext, session: Session): Promise<void> {
  if (session.merchant_id !== null) await countUsage(db, countedOf(session, session.merchant_id), 'opened');
}

export async function countChange(
  { db }: TransactionContext,
  merchant_id: number,
  session: Session,
  facts: ChangeFacts,
): Promise<void> {
  const counted = countedOf(session, merchant_id);
  if (session.state === 'INITIATED' && session.opened === null) await countUsage(db, counted, 'opened');
  await countUsage(db, counted, session.state.toLowerCase() as UsageField);
  for (const part of partsOf(session, facts)) await countPart(db, counted, part);
}

const countedOf = ({ created, specimen_only }: Session, merchant_id: number): Counted => ({
  merchant_id,
  day: dayOf(created),
  specimen: specimen_only,
});

function partsOf(
  { state, failure_code, document_country, created, ended }: Session,
  { platform }: ChangeFacts,
): { kind: UsagePart; name: string }[] {
  const parts: [UsagePart, string | null | undefined][] = [];
  if (state === 'INITIATED') parts.push(['platform', platform]);
  if (state === 'FAILED') parts.push(['failure', failure_code]);
  if (state === 'REJECTED') parts.push(['rejection', failure_code], ['rejected_country', document_country]);
  if (state === 'APPROVED') parts.push(['approved_country', document_country]);
  if (ended && (state === 'APPROVED' || state === 'REJECTED'))
    parts.push(['result_time', String(spanOf(Date.parse(ended) - Date.parse(created)))]);
  return parts.flatMap(([kind, name]) => (name ? [{ kind, name }] : []));
}

export const dayOf = (created: string): string => created.slice(0, 10);
