import type { HandlersOf } from '../http/handlers.ts';
import { getRequest, listRequests } from './request.service.ts';
import { viewRequest } from './request.view.ts';

export const requestOperations = {
  async 'request.list'(ctx, body) {
    const { rows, ...next } = await listRequests(ctx, body);
    return { requests: rows.map(viewRequest), ...next };
  },

  async 'request.get'(ctx, body) {
    return viewRequest(await getRequest(ctx, body));
  },
} satisfies HandlersOf<'request'>;
