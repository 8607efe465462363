import { timestamp } from '../core/clock.ts';
import { known } from '../core/known.ts';
import { timeOfRequest } from '../core/request-id.ts';
import type { ApiRequest } from '../generated/operations.gen.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { getRequest, listRequests } from './request.service.ts';
import type { ApiRequestTable } from './request.table.ts';

export const requestOperations: HandlersOf<'request'> = {
  async 'request.list'(ctx, body) {
    const { rows, ...next } = await listRequests(ctx, body);
    return { requests: rows.map(viewRequest), ...next };
  },

  async 'request.get'(ctx, body) {
    return viewRequest(await getRequest(ctx, body));
  },
};

const viewRequest = ({ request_id, code, session_id, merchant_id: _, ...shown }: ApiRequestTable): ApiRequest => ({
  request_id,
  created: timestamp(new Date(timeOfRequest(request_id))),
  ...shown,
  ...known({ code, session_id }),
});
