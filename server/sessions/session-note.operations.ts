import type { HandlersOf } from '../http/handlers.ts';
import { getSession } from './session/session.service.ts';
import { changeNote, deleteNote, listNotes, writeNote } from './team/session-note.service.ts';

export const sessionNoteOperations: HandlersOf<'session_note'> = {
  async 'session_note.create'(ctx, { session_id, text }) {
    const session = await getSession(ctx, { id: session_id });
    return ctx.transaction((ctx) => writeNote(ctx, session, text));
  },

  async 'session_note.list'(ctx, { session_id, ...page }) {
    return listNotes(ctx, await getSession(ctx, { id: session_id }), page);
  },

  'session_note.update': (ctx, body) => ctx.transaction((ctx) => changeNote(ctx, body)),

  'session_note.delete': (ctx, body) => ctx.transaction((ctx) => deleteNote(ctx, body)),
};
