/** The audit log: who did what in an account. The entries form a hash chain. */

import { appendToChain, checkChain, type HashChain } from '../chains/hash-chain.service.ts';
import { timestamp } from '../core/clock.ts';
import type { Acting, Caller, Context, OutsideContext, TransactionContext } from '../core/context.ts';
import { describeDevice } from '../core/describe-device.ts';
import { known } from '../core/known.ts';
import type { Db } from '../database/database.ts';
import { noPage, type PageInput, readPage } from '../database/page-cursor.ts';
import { randomId } from '../database/random-id.ts';
import { reading } from '../database/reader.ts';
import { inTransaction } from '../database/transaction.ts';
import { EXPORT_PAGE, exportFile, type FileFormat } from '../exports/export.service.ts';
import type { AuditAction, AuditEntry } from '../generated/operations.gen.ts';
import type { Streamed } from '../http/body/streamed.ts';
import { coarseNetworkOf } from '../throttling/client-network.ts';
import {
  type AuditFilter,
  findEntries,
  findEntriesAbout,
  findEntriesBefore,
  findHead,
  hasEntry,
  hasEntrySince,
  insertEntry,
  isIndexed,
  listChains,
  lockHead,
  readChain,
} from './audit.repository.ts';
import type { AuditEntryTable } from './audit.table.ts';

const BY_SEQUENCE = { sequence: 'number', id: 'number' } as const;

type Content = Omit<AuditEntryTable, 'hash'>;

/** Each entry's hash covers these fields, in this order. */
const FIELDS = [
  'id',
  'merchant_id',
  'sequence',
  'created',
  'action',
  'actor',
  'user_id',
  'target_id',
  'request_id',
] as const;

const chainOf = (merchant_id: number): HashChain<Content> => ({
  purpose: 'audit chain',
  // Fields that are null are left out, so that the hashes of entries from before these fields existed stay valid.
  fields: (entry) => [
    ...FIELDS.map((name) => entry[name]),
    ...(entry.reason === null ? [] : [entry.reason]),
    ...(entry.network === null ? [] : [entry.network, entry.browser, entry.system]),
  ],
  read: (db, after, limit) => readChain(db, merchant_id, after, limit),
  lockHead: (db) => lockHead(db, merchant_id),
  write: insertEntry,
  findHead: (db) => findHead(db, merchant_id),
});

/** Runs in the transaction of the action. `target` is an id, never personal data; `reason` is the one that an operator gave. */
export async function audit(
  ctx: TransactionContext & Acting,
  action: AuditAction,
  target?: number,
  reason?: string,
): Promise<void> {
  const { merchant_id, user_id, is_operator } = ctx.principal;
  await appendToChain(ctx, chainOf(merchant_id), (sequence) => ({
    id: randomId(),
    merchant_id,
    sequence,
    created: timestamp(ctx.deps.clock.now()),
    action,
    actor: is_operator ? 'OPERATOR' : user_id === undefined ? 'SYSTEM' : 'USER',
    user_id: user_id ?? null,
    target_id: target ?? null,
    request_id: ctx.request?.id ?? null,
    reason: reason ?? null,
    ...originOf(ctx),
  }));
}

function originOf({ request }: Acting): Pick<AuditEntryTable, 'network' | 'browser' | 'system'> {
  const { browser = null, system = null } = describeDevice(request?.user_agent);
  return { network: request ? coarseNetworkOf(request.ip) : null, browser, system };
}

/** Writes an entry only when a person performs the action, because backends perform it all the time. */
export async function auditPerson(
  ctx: TransactionContext & Caller,
  action: 'session.create' | 'session.abort' | 'callback.resend',
  target: number,
): Promise<void> {
  if (ctx.principal.scheme === 'accessToken') await audit(ctx, action, target);
}

type Access = 'session.get' | 'session.proof' | 'callback.resend';

/**
 * Records that a person reads identity data, before the data is read: once per clock hour for the same action on the same target.
 * If the entry cannot be written, the call fails and no data is read.
 */
export async function auditAccess(ctx: OutsideContext & Caller, action: Access, target: number): Promise<void> {
  const { merchant_id, user_id } = ctx.principal;
  const since = `${timestamp(ctx.deps.clock.now()).slice(0, 13)}:00:00.000Z`;
  const access = { merchant_id, user_id, action, target_id: target, since };
  if (await hasEntrySince(ctx.db, access)) return;
  await inTransaction(ctx, async (ctx) => {
    // Checked again under the lock, so that only one of several concurrent calls writes an entry.
    await lockHead(ctx.db, merchant_id);
    if (!(await hasEntrySince(ctx.db, access))) await audit(ctx, action, target);
  });
}

export async function listAccesses(
  { db, principal }: Context & Acting,
  { target, limit }: { target: number; limit: number },
): Promise<{ action: Access; at: string; user_id: number }[]> {
  const actions: Access[] = ['session.get', 'session.proof', 'callback.resend'];
  const rows = await findEntriesAbout(db, { merchant_id: principal.merchant_id, target_id: target, actions, limit });
  return rows.flatMap(({ action, created: at, user_id }) =>
    user_id === null ? [] : [{ action: action as Access, at, user_id }],
  );
}

/** One page, newest first. @throws NotFound, also for another account's cursor, whose positions are meaningless here. */
export async function listEntries(
  ctx: OutsideContext & Caller,
  { cursor, limit, ...filter }: PageInput & AuditFilter,
): Promise<{ entries: AuditEntry[]; next_cursor?: string }> {
  const { merchant_id } = ctx.principal;
  const db = isIndexed(filter) ? ctx.db : reading(ctx);
  const { rows, ...next } = await readPage(BY_SEQUENCE, known({ cursor, limit }), async (page) => {
    const [sequence, id] = page.after ?? [];
    if (page.after && !(await hasEntry(db, merchant_id, Number(sequence), Number(id)))) throw noPage();
    return findEntries(db, { merchant_id, ...filter }, page);
  });
  return { entries: rows.map(toEntry), ...next };
}

const COLUMNS = [
  ...(['id', 'created', 'action', 'actor', 'user_id', 'target_id', 'network', 'browser', 'system'] as const),
  ...(['request_id', 'reason'] as const),
] satisfies (keyof AuditEntry)[];

export const exportEntries = (
  ctx: OutsideContext & Caller,
  { format, ...filter }: AuditFilter & { format: FileFormat },
): Promise<Streamed> =>
  exportFile(ctx, {
    format,
    record: (ctx) => audit(ctx, 'audit.export'),
    rows: 'entries',
    name: 'audit-log',
    columns: COLUMNS,
    pages: viewedPages(reading(ctx), ctx.principal.merchant_id, filter),
  });

async function* viewedPages(db: Db, merchant_id: number, filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
  let before: number | undefined;
  do {
    const rows = await findEntriesBefore(db, { merchant_id, ...filter }, before, EXPORT_PAGE);
    yield rows.map(toEntry);
    before = rows.length < EXPORT_PAGE ? undefined : rows.at(-1)!.sequence;
  } while (before !== undefined);
}

export const findTamperedEntry = async (ctx: Context, merchant_id: number): Promise<number | undefined> =>
  (await checkChain(ctx, chainOf(merchant_id))).tampered;

/** @returns how many accounts there are, and those whose chain is broken, with the number of the first altered entry. */
export async function checkChains(ctx: Context): Promise<{ checked: number; tampered: Map<number, number> }> {
  const chains = await listChains(ctx.db);
  const tampered = new Map<number, number>();
  for (const { id } of chains) {
    const sequence = await findTamperedEntry(ctx, id);
    if (sequence !== undefined) tampered.set(id, sequence);
  }
  return { checked: chains.length, tampered };
}

function toEntry({ id, created, action, actor, ...entry }: AuditEntryTable): AuditEntry {
  const { user_id, target_id, request_id, reason, network, browser, system } = entry;
  return { id, created, action, actor, ...known({ user_id, target_id, request_id, reason, network, browser, system }) };
}
