/** Who did what in an account. The entries form a chain of keyed hashes, so that it shows when one was changed, removed or inserted. */
import { createHmac } from 'node:crypto';
import { timestamp } from '../core/clock.ts';
import type { Acting, Caller, Context, TransactionContext } from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import { noPage, type PageInput, readPage } from '../database/page-cursor.ts';
import { randomId } from '../database/random-id.ts';
import type { AuditAction, AuditEntry } from '../generated/operations.gen.ts';
import {
  findChainHead,
  findEntries,
  hasEntry,
  insertEntry,
  listChains,
  readChain,
  takeSequence,
} from './audit.repository.ts';
import type { AuditEntryTable } from './audit.table.ts';

const CHAIN_PAGE = 1000;
const BY_SEQUENCE = { sequence: 'number', id: 'number' } as const;

/** Writes an entry in the transaction of the action. `target` is the id of the thing it was done to; no personal data. */
export async function audit(ctx: TransactionContext & Acting, action: AuditAction, target?: number): Promise<void> {
  const { db, deps, request } = ctx;
  const { merchant_id, user_id, is_operator } = ctx.principal;
  const { audit_sequence, audit_hash } = await takeSequence(db, merchant_id);
  const entry: Omit<AuditEntryTable, 'hash'> = {
    id: randomId(),
    merchant_id,
    sequence: audit_sequence,
    created: timestamp(deps.clock.now()),
    action,
    actor: is_operator ? 'OPERATOR' : user_id === undefined ? 'SYSTEM' : 'USER',
    user_id: user_id ?? null,
    target_id: target ?? null,
    request_id: request?.id ?? null,
  };
  await insertEntry(db, { ...entry, hash: hashEntry(deps, audit_hash, entry) });
}

/** One page, newest first. @throws NotFound also for the cursor of another account, whose places mean nothing here. */
export async function listEntries(
  { db, principal }: Context & Caller,
  input: PageInput,
): Promise<{ entries: AuditEntry[]; next_cursor?: string }> {
  const { merchant_id } = principal;
  const { rows, ...next } = await readPage(BY_SEQUENCE, input, async (page) => {
    const [sequence, id] = page.after ?? [];
    if (page.after && !(await hasEntry(db, merchant_id, Number(sequence), Number(id)))) throw noPage();
    return findEntries(db, merchant_id, page);
  });
  return { entries: rows.map(toEntry), ...next };
}

/** The number of the first entry that is not as it was written, or undefined when the whole chain holds. */
export async function findTamperedEntry({ db, deps }: Context, merchant_id: number): Promise<number | undefined> {
  let sequence = 0;
  let hash = '';
  for (;;) {
    const page = await readChain(db, merchant_id, sequence, CHAIN_PAGE);
    for (const entry of page) {
      sequence++;
      if (entry.sequence !== sequence || entry.hash !== hashEntry(deps, hash, entry)) return sequence;
      hash = entry.hash;
    }
    if (page.length < CHAIN_PAGE) break;
  }
  const head = await findChainHead(db, merchant_id);
  return !head || (head.audit_sequence === sequence && head.audit_hash === hash) ? undefined : sequence + 1;
}

/** Checks the chains of all accounts. @returns how many there are, and the accounts whose chain does not hold, with the number of the first wrong entry. */
export async function checkChains(ctx: Context): Promise<{ checked: number; tampered: Map<number, number> }> {
  const chains = await listChains(ctx.db);
  const tampered = new Map<number, number>();
  for (const { id } of chains) {
    const sequence = await findTamperedEntry(ctx, id);
    if (sequence !== undefined) tampered.set(id, sequence);
  }
  return { checked: chains.length, tampered };
}

const toEntry = (entry: AuditEntryTable): AuditEntry => ({
  id: entry.id,
  created: entry.created,
  action: entry.action,
  actor: entry.actor,
  ...(entry.user_id !== null && { user_id: entry.user_id }),
  ...(entry.target_id !== null && { target_id: entry.target_id }),
  ...(entry.request_id !== null && { request_id: entry.request_id }),
});

function hashEntry(deps: Deps, previous: string, entry: Omit<AuditEntryTable, 'hash'>): string {
  const { id, merchant_id, sequence, created, action, actor, user_id, target_id, request_id } = entry;
  const text = JSON.stringify([
    previous,
    id,
    merchant_id,
    sequence,
    created,
    action,
    actor,
    user_id,
    target_id,
    request_id,
  ]);
  return createHmac('sha256', deps.deriveKey('audit chain')).update(text).digest('base64url');
}
