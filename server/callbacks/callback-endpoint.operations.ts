import { audit } from '../audit/audit.service.ts';
import { known } from '../core/known.ts';
import type { AccountEndpoint, EndpointDelivery, EndpointEvent } from '../generated/operations.gen.ts';
import type { HandlersOf } from '../http/handlers.ts';
import type { AccountEndpointRow } from './callback-endpoint.repository.ts';
import {
  changeEndpoint,
  checkEndpointUrl,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listDeliveries,
  listEndpoints,
  replayEvents,
} from './callback-endpoint.service.ts';
import type { ShownDelivery } from './endpoint-delivery.repository.ts';
import { typesOf } from './endpoint-filter.ts';

export const callbackEndpointOperations: HandlersOf<'callback_endpoint'> = {
  async 'callback_endpoint.create'(ctx, body) {
    await checkEndpointUrl(ctx, body);
    return ctx.transaction(async (ctx) => {
      const endpoint = await createEndpoint(ctx, body);
      await audit(ctx, 'callback_endpoint.create', endpoint.id);
      return viewEndpoint(endpoint);
    });
  },

  async 'callback_endpoint.list'(ctx, body) {
    const { rows, ...next } = await listEndpoints(ctx, body);
    return { endpoints: rows.map(viewEndpoint), ...next };
  },

  async 'callback_endpoint.get'(ctx, body) {
    return viewEndpoint(await getEndpoint(ctx, body));
  },

  async 'callback_endpoint.update'(ctx, body) {
    await checkEndpointUrl(ctx, body);
    return ctx.transaction(async (ctx) => {
      const endpoint = await changeEndpoint(ctx, body);
      await audit(ctx, 'callback_endpoint.update', endpoint.id);
      return viewEndpoint(endpoint);
    });
  },

  async 'callback_endpoint.delete'(ctx, body) {
    return ctx.transaction(async (ctx) => {
      await deleteEndpoint(ctx, body);
      await audit(ctx, 'callback_endpoint.delete', body.id);
      return {};
    });
  },

  async 'callback_endpoint.deliveries'(ctx, body) {
    const { rows, ...next } = await listDeliveries(ctx, body);
    return { deliveries: rows.map(viewDelivery), ...next };
  },

  async 'callback_endpoint.replay'(ctx, body) {
    return ctx.transaction(async (ctx) => {
      const queued = await replayEvents(ctx, body);
      await audit(ctx, 'callback_endpoint.replay', body.id);
      return queued;
    });
  },
};

function viewEndpoint(endpoint: AccountEndpointRow): AccountEndpoint {
  const { id, url, description, enabled, created } = endpoint;
  return { id, url, ...known({ description, event_types: typesOf(endpoint) }), enabled: enabled === 1, created };
}

function viewDelivery(delivery: ShownDelivery): EndpointDelivery {
  const { state, attempts, next_attempt, last_created, last_duration_ms, last_status, last_error } = delivery;
  return {
    state,
    attempts,
    ...(state === 'PENDING' && known({ next_attempt })),
    ...(last_created !== null && {
      last_attempt: {
        number: attempts,
        created: last_created,
        duration_ms: last_duration_ms ?? 0,
        ...known({ status_code: last_status, error: last_error }),
      },
    }),
    event: JSON.parse(delivery.payload) as EndpointEvent,
  };
}
