import type { Operations } from '../generated/operations.gen.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { listMarked } from './list/session-list.service.ts';
import { getSession } from './session/session.service.ts';
import { viewListItem } from './session/session.view.ts';
import { clearMark, listAssignees, markSession, marksOf } from './team/session-mark.service.ts';
import { changeNote, deleteNote, listNotes, writeNote } from './team/session-note.service.ts';
import { changeView, createView, deleteView, listViews, type SharedView } from './team/session-view.service.ts';

const views: HandlersOf<'session_view'> = {
  'session_view.create': (ctx, body) => ctx.transaction(async (ctx) => showView(await createView(ctx, body))),

  async 'session_view.list'(ctx, body) {
    const { rows, ...next } = await listViews(ctx, body);
    return { views: rows.map(showView), ...next };
  },

  'session_view.update': (ctx, body) => ctx.transaction(async (ctx) => showView(await changeView(ctx, body))),

  'session_view.delete': (ctx, body) => ctx.transaction((ctx) => deleteView(ctx, body)),
};

const notes: HandlersOf<'session_note'> = {
  async 'session_note.create'(ctx, { session_id, text }) {
    const session = await getSession(ctx, { id: session_id });
    return ctx.transaction((ctx) => writeNote(ctx, session, text));
  },

  'session_note.list': listNotes,

  'session_note.update': (ctx, body) => ctx.transaction((ctx) => changeNote(ctx, body)),

  'session_note.delete': (ctx, body) => ctx.transaction((ctx) => deleteNote(ctx, body)),
};

const marks: HandlersOf<'session_mark'> = {
  async 'session_mark.set'(ctx, { session_id, assignee_id }) {
    const session = await getSession(ctx, { id: session_id });
    return ctx.transaction((ctx) => markSession(ctx, session, assignee_id));
  },

  async 'session_mark.clear'(ctx, { session_id }) {
    const session = await getSession(ctx, { id: session_id });
    return ctx.transaction((ctx) => clearMark(ctx, session));
  },

  async 'session_mark.get'(ctx, { session_ids }) {
    return { marks: await marksOf(ctx, session_ids) };
  },

  async 'session_mark.list'(ctx, body) {
    const { rows, ...next } = await listMarked(ctx, body);
    return { sessions: rows.map(viewListItem), ...next };
  },

  async 'session_mark.assignees'(ctx) {
    return { assignees: await listAssignees(ctx) };
  },
};

export const teamOperations = { ...views, ...notes, ...marks };

const showView = ({ id, name, query, columns, created, user_id }: SharedView): ShownView => ({
  ...{ id, name, query, columns: columns === '' ? [] : columns.split(','), created, user_id },
});

type ShownView = Operations['session_view.create']['response'];
