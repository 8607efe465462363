/**
 * What operators tell the public when something is wrong. Each sentence is an entry of a log that nobody changes: its entries form a
 * chain of keyed hashes, as those of the audit logs do.
 */
import { createHmac } from 'node:crypto';
import { type Component, DAYS_SHOWN, type Incident } from '../../openapi/facts/status.ts';
import { addDays, timestamp } from '../core/clock.ts';
import type { Context, TransactionContext } from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import { insertNote, listNotes, type StatusNote } from './status.repository.ts';

/** Those that are open or were closed in the days that are shown, newest first. */
export async function listIncidents({ db, deps }: Context): Promise<Incident[]> {
  const since = timestamp(addDays(deps.clock.now(), -DAYS_SHOWN));
  const notes = Map.groupBy(await listNotes(db), ({ incident }) => incident);
  return [...notes.values()]
    .map(incidentOf)
    .filter(({ closed }) => closed === undefined || closed >= since)
    .reverse();
}

function incidentOf(notes: StatusNote[]): Incident {
  const first = notes[0]!;
  const closed = notes.find(({ kind }) => kind === 'closed')?.created;
  return {
    id: first.incident,
    ...(first.component && { component: first.component }),
    opened: first.created,
    ...(closed && { closed }),
    notes: notes.map(({ created, text_en, text_es }) => ({ created, en: text_en, es: text_es })).reverse(),
  };
}

export interface Note {
  kind: StatusNote['kind'];
  /** Absent for the note that opens it. */
  incident?: number;
  component?: Component | undefined;
  en: string;
  es: string;
  actor: string;
}

/** Two at a time get one number, and the second fails. @returns the incident. */
export async function addNote({ db, deps }: TransactionContext, note: Note): Promise<number> {
  const last = (await listNotes(db)).at(-1);
  const sequence = (last?.sequence ?? 0) + 1;
  const entry = {
    sequence,
    incident: note.incident ?? sequence,
    kind: note.kind,
    component: note.component ?? null,
    created: timestamp(deps.clock.now()),
    text_en: note.en,
    text_es: note.es,
    actor: note.actor,
  };
  await insertNote(db, { ...entry, hash: hashOf(deps, last?.hash ?? '', entry) });
  return entry.incident;
}

/** @returns how many notes there are, and the first that is not as it was written. */
export async function checkNotes({ db, deps }: Context): Promise<{ notes: number; tampered?: number }> {
  const log = await listNotes(db);
  const wrong = log.findIndex(
    (entry, at) => entry.sequence !== at + 1 || entry.hash !== hashOf(deps, log[at - 1]?.hash ?? '', entry),
  );
  return { notes: log.length, ...(wrong >= 0 && { tampered: wrong + 1 }) };
}

function hashOf(deps: Deps, previous: string, entry: Omit<StatusNote, 'hash'>): string {
  const { sequence, incident, kind, component, created, text_en, text_es, actor } = entry;
  const text = JSON.stringify([previous, sequence, incident, kind, component, created, text_en, text_es, actor]);
  return createHmac('sha256', deps.deriveKey('status notes')).update(text).digest('base64url');
}
