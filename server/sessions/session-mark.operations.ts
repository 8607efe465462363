import type { HandlersOf } from '../http/handlers.ts';
import { listMarked } from './list/session-list.service.ts';
import { seenAgain } from './seen/seen-document.service.ts';
import { getSession } from './session/session.service.ts';
import { viewListItem } from './session/session.view.ts';
import { clearMark, listAssignees, markSession, marksOf } from './team/session-mark.service.ts';
import { noteCounts } from './team/session-note.service.ts';

export const sessionMarkOperations: HandlersOf<'session_mark'> = {
  async 'session_mark.set'(ctx, { session_id, assignee_id }) {
    const session = await getSession(ctx, { id: session_id });
    return ctx.transaction((ctx) => markSession(ctx, session, assignee_id));
  },

  async 'session_mark.clear'(ctx, { session_id }) {
    const session = await getSession(ctx, { id: session_id });
    return ctx.transaction((ctx) => clearMark(ctx, session));
  },

  async 'session_mark.get'(ctx, { session_ids }) {
    return {
      marks: await marksOf(ctx, session_ids),
      notes: await noteCounts(ctx, session_ids),
      seen_before: await seenAgain(ctx, session_ids),
    };
  },

  async 'session_mark.list'(ctx, body) {
    const { rows, ...next } = await listMarked(ctx, body);
    return { sessions: rows.map(viewListItem), ...next };
  },

  async 'session_mark.assignees'(ctx) {
    return { assignees: await listAssignees(ctx) };
  },
};
