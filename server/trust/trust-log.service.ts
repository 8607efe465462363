/**
 * Who changed what is trusted, and when. It belongs to the installation and to no account. Its entries form a chain of keyed hashes,
 * as those of the audit logs do. The number of its newest entry tells every process that trust has changed.
 */
import { createHmac } from 'node:crypto';
import { timestamp } from '../core/clock.ts';
import type { Context, TransactionContext } from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import { insertLogEntry, listSources, readLog } from './trust.repository.ts';
import type { TrustLogTable, TrustSourceTable } from './trust.table.ts';

export interface TrustChange {
  action: TrustLogTable['action'];
  actor: string;
  source?: Pick<TrustSourceTable, 'kind' | 'name' | 'sha256'>;
  details?: TrustLogDetails;
}

export interface TrustLogDetails {
  accepted?: number;
  /** By reason, or the number alone in early entries. */
  refused?: number | Record<string, number>;
  /** Files and lists whose place it took. */
  replaced?: string[];
  /** Records of the PKD that were taken back. */
  deleted?: number;
  /** Revocation lists that were taken back with them. */
  ended?: string[];
  removed_anchors?: number;
  /** Those that no trust anchor is left of. */
  removed_states?: string[];
  removed_signers?: number;
  root_sha256?: string;
  /** The id of a key that signs proofs. */
  key?: string;
}

/** Writes an entry in the transaction of the change. Two at a time get one number, and the second fails. */
export async function logTrustChange({ db, deps }: TransactionContext, change: TrustChange): Promise<void> {
  const last = (await readLog(db)).at(-1);
  const { action, actor, source, details = {} } = change;
  const entry = {
    sequence: (last?.sequence ?? 0) + 1,
    created: timestamp(deps.clock.now()),
    action,
    actor,
    kind: source?.kind ?? null,
    name: source?.name ?? null,
    sha256: source?.sha256 ?? null,
    details: JSON.stringify(details),
  };
  await insertLogEntry(db, { ...entry, hash: hashOf(deps, last?.hash ?? '', entry) });
}

/** All entries, or those about what was imported under a name. */
export async function readTrustLog({ db }: Context, name?: string): Promise<TrustLogTable[]> {
  const log = await readLog(db);
  return name === undefined ? log : log.filter((entry) => entry.name === name);
}

export interface TrustLogCheck {
  entries: number;
  /** The first entry that is not as it was written. */
  tampered?: number;
  /** Sources that are there without an entry that says who imported them. */
  unlogged: string[];
}

export async function checkTrustLog({ db, deps }: Context): Promise<TrustLogCheck> {
  const log = await readLog(db);
  const wrong = log.findIndex(
    (entry, at) => entry.sequence !== at + 1 || entry.hash !== hashOf(deps, log[at - 1]?.hash ?? '', entry),
  );
  const imported = new Set(log.filter(({ action }) => action === 'import').map(keyOf));
  const unlogged = (await listSources(db)).filter((source) => !imported.has(keyOf(source))).map(({ name }) => name);
  return { entries: log.length, unlogged, ...(wrong >= 0 && { tampered: wrong + 1 }) };
}

const keyOf = ({ kind, name, sha256 }: Pick<TrustLogTable, 'kind' | 'name' | 'sha256'>) => `${kind} ${sha256} ${name}`;

function hashOf(deps: Deps, previous: string, entry: Omit<TrustLogTable, 'hash'>): string {
  const { sequence, created, action, actor, kind, name, sha256, details } = entry;
  const text = JSON.stringify([previous, sequence, created, action, actor, kind, name, sha256, details]);
  return createHmac('sha256', deps.deriveKey('trust log')).update(text).digest('base64url');
}
