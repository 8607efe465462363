/**
 * The log of changes to what is trusted. It is a hash chain of the installation rather than of an account. The number of its newest
 * entry tells every process that trust has changed.
 */
import { appendToChain, type ChainCheck, checkChain, storedChain } from '../chains/hash-chain.service.ts';
import { timestamp } from '../core/clock.ts';
import type { Context, TransactionContext } from '../core/context.ts';
import type { ImportedSource } from './imported.service.ts';
import { deleteSource, insertLogEntry, listSources, readLog, readLogAfter } from './trust.repository.ts';
import type { TrustLogTable, TrustSourceTable } from './trust.table.ts';

interface TrustChange {
  action: TrustLogTable['action'];
  actor: string;
  source?: Pick<TrustSourceTable, 'kind' | 'name' | 'sha256'>;
  details?: TrustLogDetails;
}

export interface TrustLogDetails {
  accepted?: number;
  /** Counts by reason, or only the total in early entries. */
  refused?: number | Record<string, number>;
  replaced?: string[];
  deleted?: number;
  ended?: string[];
  removed_anchors?: number;
  removed_states?: string[];
  removed_signers?: number;
  root_sha256?: string;
  key?: string;
}

type Content = Omit<TrustLogTable, 'hash'>;

const FIELDS = ['sequence', 'created', 'action', 'actor', 'kind', 'name', 'sha256', 'details'] as const;

const chain = storedChain<Content>('trust', {
  purpose: 'trust log',
  fields: (entry) => FIELDS.map((name) => entry[name]),
  read: readLogAfter,
  insert: insertLogEntry,
});

export async function logTrustChange(ctx: TransactionContext, change: TrustChange): Promise<void> {
  const { action, actor, source, details = {} } = change;
  await appendToChain(ctx, chain, (sequence) => ({
    sequence,
    created: timestamp(ctx.deps.clock.now()),
    action,
    actor,
    kind: source?.kind ?? null,
    name: source?.name ?? null,
    sha256: source?.sha256 ?? null,
    details: JSON.stringify(details),
  }));
}

export async function readTrustLog({ db }: Context, name?: string): Promise<TrustLogTable[]> {
  const log = await readLog(db);
  return name === undefined ? log : log.filter((entry) => entry.name === name);
}

interface TrustLogCheck extends ChainCheck {
  unlogged: string[];
}

export async function checkTrustLog(ctx: Context): Promise<TrustLogCheck> {
  const check = await checkChain(ctx, chain);
  const imported = new Set((await readLog(ctx.db)).filter(({ action }) => action === 'import').map(keyOf));
  const unlogged = (await listSources(ctx.db)).filter((source) => !imported.has(keyOf(source))).map(({ name }) => name);
  return { ...check, unlogged };
}

const keyOf = ({ kind, name, sha256 }: Pick<TrustLogTable, 'kind' | 'name' | 'sha256'>) => `${kind} ${sha256} ${name}`;

export async function removeSource(
  ctx: TransactionContext,
  removal: { source: ImportedSource; actor: string; details: TrustLogDetails },
): Promise<void> {
  await deleteSource(ctx.db, removal.source.id);
  await logTrustChange(ctx, { action: 'remove', ...removal });
}

export const findSources = ({ deps }: Context, name: string): ImportedSource[] =>
  deps.trust.imported.filter((source) => source.name === name);

export const askForReload = (ctx: TransactionContext, actor: string): Promise<void> =>
  logTrustChange(ctx, { action: 'reload', actor });
