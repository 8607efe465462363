import type { Operations } from '../generated/operations.gen.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { changeView, createView, deleteView, listViews, type SharedView } from './team/session-view.service.ts';

export const sessionViewOperations: HandlersOf<'session_view'> = {
  'session_view.create': (ctx, body) => ctx.transaction(async (ctx) => showView(await createView(ctx, body))),

  async 'session_view.list'(ctx, body) {
    const { rows, ...next } = await listViews(ctx, body);
    return { views: rows.map(showView), ...next };
  },

  'session_view.update': (ctx, body) => ctx.transaction(async (ctx) => showView(await changeView(ctx, body))),

  'session_view.delete': (ctx, body) => ctx.transaction((ctx) => deleteView(ctx, body)),
};

const showView = ({ id, name, query, columns, created, user_id }: SharedView): ShownView => ({
  ...{ id, name, query, columns: columns === '' ? [] : columns.split(','), created, user_id },
});

type ShownView = Operations['session_view.create']['response'];
