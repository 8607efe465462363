/**
 * A session's timeline: state changes come from its row, deliveries from its callbacks, views from the audit log, and the rest
 * from `session_events`.
 */
import { auditAccess, listAccesses } from '../../audit/audit.service.ts';
import { listTries } from '../../callbacks/callback.service.ts';
import { timestamp } from '../../core/clock.ts';
import type { Caller, Context, OutsideContext, TransactionContext } from '../../core/context.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { FileRead, SessionEvent } from '../../generated/operations.gen.ts';
import { countOpened } from '../usage/session-usage.service.ts';
import { findEvents, insertEvent, type Session, updateOpened } from './session.repository.ts';
import type { SessionEventTable } from './session.table.ts';

/**
 * More attempts than automatic retries can make for one session. The timeline omits the rest if callbacks were resent manually more
 * often.
 */
const MOST_TRIES = 850;

/** The audit log has the rest. */
const MOST_ACCESSES = 100;

const ORDER: SessionEvent['kind'][] = [
  'CREATED',
  'OPENED',
  'STARTED',
  'CHIP_AUTHENTICATION',
  'READ',
  'APPROVED',
  'REJECTED',
  'FAILED',
  'ABORTED',
  'CALLBACK_SENT',
  'CALLBACK_RESENT',
  'VIEWED',
  'PROOF_ISSUED',
  'REDACTED',
];

const KINDS = {
  'session.get': 'VIEWED',
  'session.proof': 'PROOF_ISSUED',
  'callback.resend': 'CALLBACK_RESENT',
} satisfies Record<string, SessionEvent['kind']>;

/** Oldest first. */
export async function timelineOf(ctx: Context & Caller, session: Session): Promise<SessionEvent[]> {
  const noted = await findEvents(ctx.db, session.id);
  const tries = await listTries(ctx, session.id, MOST_TRIES);
  const accesses = await listAccesses(ctx, { target: session.id, limit: MOST_ACCESSES });
  const events: SessionEvent[] = [
    ...momentsOf(session),
    ...noted.map(({ kind, at, files }) => ({
      at,
      kind,
      ...(files !== null && { files: JSON.parse(files) as FileRead[] }),
    })),
    ...accesses.map(({ action, ...access }) => ({ ...access, kind: KINDS[action] })),
    ...tries.map(({ at, ...callback }): SessionEvent => ({ at, kind: 'CALLBACK_SENT', callback })),
  ];
  return events.toSorted(
    (one, other) => one.at.localeCompare(other.at) || ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind),
  );
}

function momentsOf({ state, created, opened, initiated, ended, redacted, failure_code }: Session): SessionEvent[] {
  const events: SessionEvent[] = [{ at: created, kind: 'CREATED' }];
  if (opened !== null) events.push({ at: opened, kind: 'OPENED' });
  if (initiated !== null) events.push({ at: initiated, kind: 'STARTED' });
  if (state === 'APPROVED' || state === 'REJECTED' || state === 'FAILED' || state === 'ABORTED')
    events.push({ at: ended!, kind: state, ...(failure_code && { failure_code }) });
  if (redacted !== null) events.push({ at: redacted, kind: 'REDACTED' });
  return events;
}

/** Records only the first opening of the end user's page, and only if no reader has started yet. */
export async function noteOpened(ctx: OutsideContext, { id, state, opened }: Session): Promise<void> {
  if (state !== 'CREATED' || opened !== null) return;
  await inTransaction(ctx, async (ctx) => {
    const session = await updateOpened(ctx.db, id, timestamp(ctx.deps.clock.now()));
    if (session) await countOpened(ctx, session);
  });
}

export const noteChipAuthentication = (ctx: TransactionContext, { id }: Session): Promise<void> =>
  note(ctx, id, 'CHIP_AUTHENTICATION');

export const noteRead = (ctx: TransactionContext, { id }: Session, files: FileRead[]): Promise<void> =>
  note(ctx, id, 'READ', JSON.stringify(files));

async function note(
  { db, deps }: TransactionContext,
  session_id: number,
  kind: SessionEventTable['kind'],
  files: string | null = null,
): Promise<void> {
  await insertEvent.all(db, { session_id, kind, at: timestamp(deps.clock.now()), files });
}

/** Called before the data is read. Nothing is recorded for specimens, which are not real people, or for deleted data. */
export async function noteAccess(
  ctx: OutsideContext & Caller,
  action: 'session.get' | 'session.proof',
  { id, state, redacted, specimen_only }: Session,
): Promise<void> {
  if (ctx.principal.scheme !== 'accessToken') return;
  if (state === 'APPROVED' && redacted === null && specimen_only === 0) await auditAccess(ctx, action, id);
}
