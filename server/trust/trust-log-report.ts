import type { TrustLogTable, TrustSourceTable } from './trust.table.ts';
import type { TrustLogDetails } from './trust-log.service.ts';
import { count } from './trust-report.ts';

/** Newest first. */
export const describeLog = (entries: TrustLogTable[]): string[] => entries.toReversed().flatMap(describeEntry);

function describeEntry({ sequence, created, actor, action, details, ...source }: TrustLogTable): string[] {
  const read = readDetails(details);
  return [`${sequence}  ${created}  ${actor}  ${deedOf(action, source, read)}`, ...outcomeOf(read)];
}

type Source = Pick<TrustLogTable, 'kind' | 'name' | 'sha256'>;

function deedOf(action: TrustLogTable['action'], source: Source, { key }: TrustLogDetails): string {
  switch (action) {
    case 'import':
      return source.name === null ? 'imported a PKD file that only deletes records' : `imported ${sourceText(source)}`;
    case 'remove':
      return `removed ${sourceText(source)}`;
    case 'reload':
      return 'requested a reload';
    case 'rotate_proof_key':
      return `created the proof signing key ${key}`;
    case 'withdraw_proof_key':
      return `withdrew the proof signing key ${key}`;
    default:
      return action satisfies never;
  }
}

const sourceText = ({ kind, name, sha256 }: Source) => `${name} (${kindText(kind)}), SHA-256 ${sha256}`;

const kindText = (kind: TrustSourceTable['kind'] | null) => kind?.toLowerCase().replace('_', ' ') ?? 'unknown';

function outcomeOf(details: TrustLogDetails): string[] {
  const { accepted, refused, replaced = [], deleted, ended = [], root_sha256 } = details;
  const taken = [
    ...(accepted === undefined ? [] : [`${accepted} ${accepted === 1 ? 'entry' : 'entries'} accepted`]),
    ...(root_sha256 ? [`root SHA-256 ${root_sha256}`] : []),
  ];
  return [
    ...(taken.length > 0 ? [taken.join(', ')] : []),
    ...refusals(refused),
    ...replaced.map((name) => `replaced ${name}`),
    ...(deleted ? [`deleted ${count(deleted, 'PKD record')}`] : []),
    ...ended.map((list) => `deleted ${list}`),
    ...losses(details),
  ].map((line) => `    ${line}`);
}

function losses({ removed_anchors, removed_states, removed_signers }: TrustLogDetails): string[] {
  const last = removed_states ? `, including the last of ${removed_states.join(', ')}` : '';
  return [
    ...(removed_anchors ? [`removed ${count(removed_anchors, 'trust anchor')}${last}`] : []),
    ...(removed_signers ? [`removed ${count(removed_signers, 'document signer')}`] : []),
  ];
}

/** Early log entries have only the number. */
function refusals(refused: TrustLogDetails['refused'] = 0): string[] {
  if (typeof refused === 'number') return refused > 0 ? [`${refused} refused`] : [];
  return Object.entries(refused).map(([reason, number]) => `${number} refused: ${reason}`);
}

/** Invalid JSON is not an error here: the entry may have been tampered with, and the hash chain reports that. */
function readDetails(text: string): TrustLogDetails {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
