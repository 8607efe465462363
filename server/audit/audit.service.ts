/** Who did what in an account, as a chain of keyed hashes: a changed, removed or inserted entry shows. */
import { createHmac } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { timestamp } from '../core/clock.ts';
import type { Deps } from '../core/deps.ts';
import { NotFound } from '../core/errors.ts';
import type { Database } from '../database/database.ts';
import { randomId } from '../database/random-id.ts';
import type { AuditEntry } from '../generated/operations.gen.ts';
import {
  findChainHead,
  findEntry,
  insertEntry,
  listChains,
  listEntries,
  readChain,
  takeSequence,
} from './audit.repository.ts';
import type { AuditEntryTable } from './audit.table.ts';

const CHAIN_PAGE = 1000;

export interface AuditedAction {
  merchant_id: number;
  /** Named like the call that did it: `user.delete`. */
  action: string;
  /** Absent when an operator or the service itself acted. */
  user_id?: number;
  actor?: AuditEntryTable['actor'];
  /** Id of the thing it was done to. */
  target?: number;
  request_id?: string;
}

/** Writes an entry in the transaction of the action. Takes no personal data. */
export async function recordAudit(trx: Transaction<Database>, deps: Deps, action: AuditedAction): Promise<void> {
  const { audit_sequence, audit_hash } = await takeSequence(trx, action.merchant_id);
  const entry = {
    id: randomId(),
    merchant_id: action.merchant_id,
    sequence: audit_sequence,
    created: timestamp(deps.clock.now()),
    action: action.action,
    actor: action.actor ?? (action.user_id === undefined ? 'SYSTEM' : 'USER'),
    user_id: action.user_id ?? null,
    target_id: action.target ?? null,
    request_id: action.request_id ?? null,
  };
  await insertEntry(trx, { ...entry, hash: hashEntry(deps, audit_hash, entry) });
}

/** One page, newest first. @throws NotFound for a cursor of another account or of no list. */
export async function listAudit(
  db: Kysely<Database>,
  merchantId: number,
  { cursor, limit = 20 }: { cursor?: string; limit?: number },
): Promise<{ entries: AuditEntry[]; next_cursor?: string }> {
  const before = cursor === undefined ? undefined : await sequenceAt(db, merchantId, cursor);
  const rows = await listEntries(db, merchantId, before, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { entries: page.map(toEntry), ...(rows.length > limit && last && { next_cursor: String(last.id) }) };
}

/** The number of the first entry that is not as it was written, or undefined when the whole chain holds. */
export async function findTamperedEntry(
  db: Kysely<Database>,
  deps: Deps,
  merchantId: number,
): Promise<number | undefined> {
  let sequence = 0;
  let hash = '';
  for (;;) {
    const page = await readChain(db, merchantId, sequence, CHAIN_PAGE);
    for (const entry of page) {
      sequence++;
      if (entry.sequence !== sequence || entry.hash !== hashEntry(deps, hash, entry)) return sequence;
      hash = entry.hash;
    }
    if (page.length < CHAIN_PAGE) break;
  }
  const head = await findChainHead(db, merchantId);
  return !head || (head.audit_sequence === sequence && head.audit_hash === hash) ? undefined : sequence + 1;
}

/** Checks the chains of all accounts. @returns how many there are, and the accounts whose chain does not hold, with the number of the first wrong entry. */
export async function checkChains(deps: Deps): Promise<{ checked: number; tampered: Map<number, number> }> {
  const chains = await listChains(deps.db);
  const tampered = new Map<number, number>();
  for (const { id } of chains) {
    const sequence = await findTamperedEntry(deps.db, deps, id);
    if (sequence !== undefined) tampered.set(id, sequence);
  }
  return { checked: chains.length, tampered };
}

async function sequenceAt(db: Kysely<Database>, merchantId: number, cursor: string): Promise<number> {
  const entry = /^[1-9]\d{0,15}$/.test(cursor) ? await findEntry(db, merchantId, Number(cursor)) : undefined;
  if (!entry) throw new NotFound('No page found for this cursor');
  return entry.sequence;
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
