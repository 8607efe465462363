/** The log of requests: calls with keys, as the service notes them, but at once. */
import type { AnsweredCall } from '../../server/http/api.ts';
import { viewRequest } from '../../server/requests/request.view.ts';
import { createRequestLog } from '../../server/requests/request-log.ts';
import type { World } from './rules.ts';

const MOST_KEPT = 1000;

export function noteRequests(world: World): (call: AnsweredCall) => void {
  const log = createRequestLog();
  return (call) => {
    log.note(call);
    for (const noted of log.take()) {
      const requests = world.accounts.withId(noted.merchant_id)?.lists.requests;
      requests?.unshift(viewRequest(noted));
      requests?.splice(MOST_KEPT);
    }
  };
}
