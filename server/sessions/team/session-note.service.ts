/**
 * Notes on a session. Someone may type a name into a note, so notes are encrypted, left out of backups without identity data, and
 * deleted with the identity data of their session.
 */
import { audit } from '../../audit/audit.service.ts';
import { timestamp } from '../../core/clock.ts';
import type { Caller, Context, TransactionContext } from '../../core/context.ts';
import type { Deps } from '../../core/deps.ts';
import { BadRequest, Forbidden, mustBe, NotFound } from '../../core/errors.ts';
import { known } from '../../core/known.ts';
import { BY_CREATION, type PageInput, readPage } from '../../database/page-cursor.ts';
import { randomId } from '../../database/random-id.ts';
import type { Operations } from '../../generated/operations.gen.ts';
import type { SealedColumn } from '../../secrets/reseal.service.ts';
import type { Session } from '../session/session.repository.ts';
import {
  countNotes,
  countNotesOf,
  deleteNoteRow,
  findNote,
  findNotes,
  insertNote,
  type Note,
  updateNote,
} from './session-note.repository.ts';

const MOST = 50;

type ShownNote = Operations['session_note.create']['response'];

/** @throws BadRequest when the session has as many notes as it may. */
export async function writeNote(
  ctx: TransactionContext & Caller,
  { id: session_id }: Session,
  text: string,
): Promise<ShownNote> {
  const { db, deps, principal } = ctx;
  const { merchant_id, user_id } = principal;
  // Locks the account's log until the commit, so that concurrent calls count one after the other.
  await audit(ctx, 'session_note.create', session_id);
  if ((await countNotes(db, session_id)) >= MOST)
    throw new BadRequest(`The session already has ${MOST} notes. Delete one first`);
  const id = randomId();
  const created = timestamp(deps.clock.now());
  await insertNote(db, { id, merchant_id, session_id, user_id, sealed: seal(deps, id, text), created, edited: null });
  return viewNote(ctx, await getNote(ctx, { id }));
}

/** Sessions without notes are left out. */
export const noteCounts = ({ db, principal }: Context & Caller, sessions: number[]) =>
  countNotesOf(db, principal.merchant_id, sessions);

export async function listNotes(
  ctx: Context & Caller,
  { id }: Session,
  input: PageInput,
): Promise<Operations['session_note.list']['response']> {
  const { rows, ...next } = await readPage(BY_CREATION, input, (page) => findNotes(ctx.db, id, page));
  return { notes: rows.map((note) => viewNote(ctx, note)), ...next };
}

/** @throws Forbidden for anyone but the author. */
export async function changeNote(
  ctx: TransactionContext & Caller,
  { id, text }: { id: number; text: string },
): Promise<ShownNote> {
  const note = await getNote(ctx, { id });
  if (note.user_id !== ctx.principal.user_id) throw new Forbidden('Only the author of a note can change it');
  const changes = { sealed: seal(ctx.deps, id, text), edited: timestamp(ctx.deps.clock.now()) };
  await updateNote(ctx.db, id, changes);
  await audit(ctx, 'session_note.update', note.session_id);
  return viewNote(ctx, { ...note, ...changes });
}

/** @throws Forbidden for anyone but the author and the account's owners. */
export async function deleteNote(ctx: TransactionContext & Caller, { id }: { id: number }): Promise<void> {
  const { user_id, role } = ctx.principal;
  const note = await getNote(ctx, { id });
  if (note.user_id !== user_id && role !== 'owner')
    throw new Forbidden('Only the author of a note and owners can delete it');
  await deleteNoteRow(ctx.db, id);
  await audit(ctx, 'session_note.delete', note.session_id);
  // The worker also empties the write-ahead log, which still contains the text.
  ctx.afterCommit(() => ctx.deps.wake('purge'));
}

/** @throws NotFound, also for a note of another account. */
async function getNote({ db, principal }: Context & Caller, { id }: { id: number }): Promise<Note> {
  const note = await findNote(db, { merchant_id: principal.merchant_id, id });
  if (!note) throw new NotFound(`No note found with id: ${id}`);
  return note;
}

const viewNote = ({ deps }: Context, { id, session_id, sealed, created, edited, user_id, alias }: Note): ShownNote => ({
  ...{ id, session_id, text: deps.sealer.open(sealed, contextOf(id)).toString('utf8') },
  ...{ created, user_id, ...known({ edited, alias }) },
});

function seal({ sealer }: Deps, id: number, text: string): Buffer {
  const trimmed = text.trim();
  if (trimmed === '') throw mustBe('text', 'text of 1 to 1000 characters');
  return sealer.seal(Buffer.from(trimmed), contextOf(id));
}

const contextOf = (id: number) => `session note ${id}`;

export const sealedNotes: SealedColumn = {
  what: 'notes on sessions',
  table: 'session_notes',
  id: 'id',
  column: 'sealed',
  context: (id) => contextOf(Number(id)),
};
