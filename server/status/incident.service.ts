/** The incident notes that operators publish. Each note is an entry of a hash chain. */
import { type Component, DAYS_SHOWN, type Incident } from '../../openapi/facts/status.ts';
import { appendToChain, type ChainCheck, checkChain, storedChain } from '../chains/hash-chain.service.ts';
import { addDays, timestamp } from '../core/clock.ts';
import type { Context, TransactionContext } from '../core/context.ts';
import { insertNote, listNotes, readNotes, type StatusNote } from './status.repository.ts';

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
  incident?: number;
  component?: Component | undefined;
  en: string;
  es: string;
  actor: string;
}

type Content = Omit<StatusNote, 'hash'>;

const FIELDS = ['sequence', 'incident', 'kind', 'component', 'created', 'text_en', 'text_es', 'actor'] as const;

const chain = storedChain<Content>('incidents', {
  purpose: 'status notes',
  fields: (note) => FIELDS.map((name) => note[name]),
  read: readNotes,
  insert: insertNote,
});

export async function addNote(ctx: TransactionContext, note: Note): Promise<number> {
  const sequence = await appendToChain(ctx, chain, (sequence) => ({
    sequence,
    incident: note.incident ?? sequence,
    kind: note.kind,
    component: note.component ?? null,
    created: timestamp(ctx.deps.clock.now()),
    text_en: note.en,
    text_es: note.es,
    actor: note.actor,
  }));
  return note.incident ?? sequence;
}

export const checkNotes = (ctx: Context): Promise<ChainCheck> => checkChain(ctx, chain);
