import { terms } from '../../openapi/facts/terms.ts';
import { addDays, timestamp } from '../core/clock.ts';
import type { Acting, Caller, Context, OutsideContext, TransactionContext } from '../core/context.ts';
import { Conflict, mustBe, NotFound } from '../core/errors.ts';
import { known } from '../core/known.ts';
import { BY_CREATION, type PageInput, readPage } from '../database/page-cursor.ts';
import { randomId } from '../database/random-id.ts';
import type { Operations } from '../generated/operations.gen.ts';
import { lockSecret } from './callback.repository.ts';
import { sendSoon } from './callback.service.ts';
import {
  type AccountEndpointRow,
  countEndpoints,
  deleteEndpointRow,
  findEndpoint,
  findEndpoints,
  insertEndpoint,
  updateEndpoint,
} from './callback-endpoint.repository.ts';
import { firstEventIdAt, timeOfEvent } from './callback-event.ts';
import { getSigningSecret } from './callback-secret.service.ts';
import {
  deleteDeliveries,
  deleteEventsOf,
  endDeliveries,
  findDeliveries,
  findToReplay,
  queueAgain,
} from './endpoint-delivery.repository.ts';
import { storedTypes, typesOf } from './endpoint-filter.ts';
import { checkCallbackUrl } from './target.ts';

const BY_EVENT = { event_id: 'event_id' } as const;
/** As defined in the contract. */
const MOST_REPLAYED = 1000;

type Body<Name extends 'create' | 'update' | 'deliveries' | 'replay'> = Operations[`callback_endpoint.${Name}`]['body'];

/** Refuses an address that callbacks may not be sent to. May query DNS. @throws BadRequest */
export async function checkEndpointUrl({ deps }: OutsideContext, { url }: { url?: string }): Promise<void> {
  if (url !== undefined) await checkCallbackUrl(url, deps.config.mode, undefined, 'url');
}

export async function createEndpoint(
  ctx: TransactionContext & Caller,
  body: Body<'create'>,
): Promise<AccountEndpointRow> {
  const { db, deps, principal } = ctx;
  const { merchant_id } = principal;
  // Creates the account's secret if it has none. Its row is then locked, so that concurrent calls cannot exceed the limit.
  await getSigningSecret(ctx);
  await lockSecret(db, merchant_id);
  const most = terms.callback_endpoints;
  if ((await countEndpoints(db, merchant_id)) >= most)
    throw new Conflict(
      `The account already has ${most} callback endpoints. Delete one to add another`,
      'callback_endpoint_limit',
    );
  const { url, description = null, event_types, enabled = true } = body;
  const row = {
    ...{ id: randomId(), merchant_id, url, description, event_types: storedTypes(event_types) },
    ...{ enabled: Number(enabled), created: timestamp(deps.clock.now()) },
  };
  await insertEndpoint(db, row);
  return row;
}

/** @throws NotFound, also for another account's endpoint. */
export async function getEndpoint(
  { db, principal }: Context & Caller,
  { id }: { id: number },
): Promise<AccountEndpointRow> {
  const found = await findEndpoint(db, principal.merchant_id, id);
  if (!found) throw new NotFound(`No callback endpoint found with id: ${id}`);
  return found;
}

export const listEndpoints = ({ db, principal }: Context & Caller, input: PageInput) =>
  readPage(BY_CREATION, input, (page) => findEndpoints(db, principal.merchant_id, page));

/** Switching an endpoint off cancels the attempts that are left. */
export async function changeEndpoint(
  ctx: TransactionContext & Caller,
  body: Body<'update'>,
): Promise<AccountEndpointRow> {
  const endpoint = await getEndpoint(ctx, body);
  const { url, description, event_types, enabled } = body;
  const changes = known({ url, enabled: enabled === undefined ? undefined : Number(enabled) });
  const changed = {
    ...endpoint,
    ...changes,
    ...(description !== undefined && { description }),
    ...(event_types !== undefined && { event_types: storedTypes(event_types) }),
  };
  const { id: _, merchant_id: __, ...columns } = changed;
  await updateEndpoint(ctx.db, endpoint, columns);
  if (changed.enabled === 0) await endDeliveries(ctx.db, endpoint.id);
  return changed;
}

export async function deleteEndpoint(ctx: TransactionContext & Caller, { id }: { id: number }): Promise<void> {
  const endpoint = await getEndpoint(ctx, { id });
  await deleteDeliveries(ctx.db, id);
  await deleteEndpointRow(ctx.db, endpoint.merchant_id, id);
}

/** @returns the ids of the account's endpoints, which are deleted with its events. */
export const deleteEndpoints = ({ db, principal }: TransactionContext & Acting): Promise<number[]> =>
  deleteEventsOf(db, principal.merchant_id);

export async function listDeliveries(ctx: Context & Caller, { id, state, ...input }: Body<'deliveries'>) {
  const endpoint = await getEndpoint(ctx, { id });
  const of = { endpoint_id: endpoint.id, ...known({ state }) };
  return readPage(BY_EVENT, input, (page) => findDeliveries(ctx.db, of, page));
}

/**
 * Queues the events of a period again, oldest first.
 * @throws BadRequest for a period that ends before it begins, begins in the future or begins too long ago, Conflict while the
 * endpoint is switched off.
 */
export async function replayEvents(
  ctx: TransactionContext & Caller,
  body: Body<'replay'>,
): Promise<Operations['callback_endpoint.replay']['response']> {
  const { db, deps } = ctx;
  const now = deps.clock.now();
  const period = readPeriod(body, now);
  const endpoint = await getEndpoint(ctx, body);
  const { id, merchant_id, enabled } = endpoint;
  if (enabled === 0)
    throw new Conflict(
      'The endpoint is switched off. Set enabled to true before replaying events',
      'callback_endpoint_disabled',
    );
  const of = { merchant_id, endpoint_id: id, types: typesOf(endpoint), limit: MOST_REPLAYED + 1 };
  const found = await findToReplay(db, { ...of, ...period });
  const event_ids = found.slice(0, MOST_REPLAYED);
  const next = found[MOST_REPLAYED];
  const rows = event_ids.map((event_id) => ({ endpoint_id: id, event_id }));
  await queueAgain(db, rows, timestamp(now));
  sendSoon(ctx);
  return { queued: rows.length, ...(next !== undefined && { next_since: timestamp(timeOfEvent(next)) }) };
}

/** The range of event ids in the period: `from` is included, `before` is not. */
function readPeriod({ since, until }: Body<'replay'>, now: Date): { from: string; before: string } {
  const [start, end] = [new Date(since), until === undefined ? now : new Date(until)];
  if (Number.isNaN(start.getTime())) throw mustBe('since', 'a time that exists');
  if (Number.isNaN(end.getTime())) throw mustBe('until', 'a time that exists');
  if (start < addDays(now, -terms.event_days)) throw mustBe('since', `a time at most ${terms.event_days} days ago`);
  if (start > now) throw mustBe('since', 'a time in the past');
  if (end < start) throw mustBe('until', 'a time after since');
  return { from: firstEventIdAt(start.getTime()), before: firstEventIdAt(end.getTime() + 1) };
}
