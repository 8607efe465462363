/** How each error that many operations share comes about, by public calls, by limits and by faults of the database. */
import { mayCall } from '../../server/core/roles.ts';
import type { OperationId, ProblemCode, UserRole } from '../../server/generated/operations.gen.ts';
import { routes } from '../../server/http/contract.ts';
import {
  exampleHeaders,
  requestExamples,
  requestSchema,
  resolve,
  schemesOf,
} from '../../tests/support/contract/contract.ts';
import { credentialsFor, perform, type Scenario } from '../../tests/support/contract/scenarios.ts';
import { announce, authorization, type Result, send } from '../../tests/support/server/call.ts';
import { UNLIMITED } from '../../tests/support/server/test-server.ts';
import { outOfBounds } from './out-of-bounds.ts';
import type { Stage } from './stage.ts';

/** Makes the call that is refused. Instead of it, a text says why the operation never answers so. */
export type Provoke = (stage: Stage, id: OperationId) => Promise<Result | string> | string;

const JSON_BODY = { 'Content-Type': 'application/json' };
const BODY_LIMIT = 64 * 1024;
const LARGER_LIMITS: Partial<Record<OperationId, number>> = {
  'reader.submit': 6 * 1024 * 1024,
  'merchant.update': 384 * 1024,
};
const ROLES: UserRole[] = ['support', 'billing', 'developer'];
const WRONG_KEY = 'k'.repeat(43);

/** Sends a body with what opens the operation. */
const post = (stage: Stage, id: OperationId, body: string, headers: Record<string, string> = {}) =>
  send(stage.base, id, { headers: { ...JSON_BODY, ...stage.opening(id), ...headers }, body });

const example = (id: OperationId) => requestExamples(id)[0]!.value as Record<string, unknown>;

export const provocations: Partial<Record<ProblemCode, Provoke>> = {
  malformed_body: (stage, id) => post(stage, id, '{"id": 1'),
  wrong_type: (stage, id) => post(stage, id, '[]'),
  unknown_property: (stage, id) => post(stage, id, JSON.stringify({ ...example(id), colour: 'red' })),
  missing_property: (stage, id) =>
    (requestSchema(id).required ?? []).length > 0 ? post(stage, id, '{}') : 'never: nothing is required',
  invalid_value(stage, id) {
    const wrong = outOfBounds(requestSchema(id));
    if (wrong) return post(stage, id, JSON.stringify({ ...example(id), ...wrong }));
    return stage.isMutating(id)
      ? post(stage, id, JSON.stringify(example(id)), { 'Idempotency-Key': 'k'.repeat(256) })
      : 'never: nothing in it has a bound';
  },
  missing_credentials: (stage, id) => send(stage.base, id, { headers: JSON_BODY, body: '{}' }),
  invalid_credentials: (stage, id) =>
    send(stage.base, id, { headers: { ...JSON_BODY, ...authorization({ bearer: WRONG_KEY }) }, body: '{}' }),
  csrf_failed: (stage, id) => post(stage, id, '{}', { Cookie: 'XSRF-TOKEN=abc' }),
  wrong_user_type(stage, id) {
    const [scheme, ...others] = schemesOf(id);
    const { basic, bearer } = stage.world.account;
    const headers = { ...JSON_BODY, ...authorization(scheme === 'apiKey' ? { bearer } : { basic }) };
    return others.length > 0
      ? 'never: it takes both kinds of credentials'
      : send(stage.base, id, { headers, body: JSON.stringify(example(id)) });
  },
  second_factor_setup_required: async (stage, id) => {
    if (routes[id].before_second_factor) return 'never: it is there for whoever has none yet';
    if (!schemesOf(id).includes('accessToken')) return 'never: an API key has nobody to ask';
    const { bearer } = await stage.withoutSecondFactor();
    return post(stage, id, JSON.stringify(example(id)), authorization({ bearer }));
  },
  account_suspended: async (stage, id) => {
    const credentials = credentialsFor(id, await stage.suspended());
    return post(stage, id, JSON.stringify(example(id)), authorization(credentials));
  },
  role_not_allowed: async (stage, id) => {
    const role = ROLES.find((one) => !mayCall({ role: one }, id));
    if (!role) return 'never: every role may make it';
    return post(stage, id, JSON.stringify(example(id)), authorization({ bearer: await stage.bearerOf(role) }));
  },
  forbidden: async ({ world }, id) => {
    if (id === 'user.rotate_service_user') {
      const { bearer, basic } = await world.freshAccount();
      const other = await world.succeed('user.create_service_user', {}, { bearer });
      return world.call(id, { id: other.id }, { basic });
    }
    const { token } = await world.started();
    const headers = { 'Session-Token': token, 'Reader-Key': WRONG_KEY };
    return world.call(
      id,
      { ...example(id), ...(id !== 'reader.submit' && { token, reader_key: WRONG_KEY }) },
      {},
      headers,
    );
  },
  not_found: async (stage, id) => {
    const { body, caller, headers } = await stage.scenario(id);
    const names = Object.keys(requestSchema(id).properties ?? {}).filter((property) => property in MISSING);
    const name = names.find((property) => property in body) ?? names[0];
    if (name)
      return stage.world.call(
        id,
        { ...body, [name]: missing(id, name) },
        credentialsFor(id, caller ?? stage.world.account),
        headers,
      );
    return post(stage, id, JSON.stringify(body), { ...headers, 'Session-Token': MISSING['token'] as string });
  },
  idempotency_conflict: async (stage, id) => {
    if (id === 'merchant.delete') return 'never: the account is gone by then, and that comes first';
    const key = { 'Idempotency-Key': stage.freshKey() };
    const scenario = await stage.spent(id);
    await performIn(stage, id, scenario, key);
    const { body, ...rest } = scenario;
    // Written in another way it is another body, byte by byte.
    const headers = { ...JSON_BODY, ...rest.headers, ...authorization(credentialsFor(id, rest.caller)), ...key };
    return send(stage.base, id, { headers, body: JSON.stringify(body).replace('{', '{ ') });
  },
  idempotency_in_progress: async (stage, id) => {
    const scenario = await stage.spent(id);
    const key = { 'Idempotency-Key': stage.freshKey() };
    return stage.whileRunning(
      () => performIn(stage, id, scenario, key),
      () => performIn(stage, id, scenario, key),
    );
  },
  payload_too_large: (stage, id) =>
    announce(stage.base, id, (LARGER_LIMITS[id] ?? BODY_LIMIT) + 1, {
      ...JSON_BODY,
      ...stage.opening(id),
    }),
  unsupported_media_type: (stage, id) => post(stage, id, '{}', { 'Content-Type': 'text/plain' }),
  rate_limited: async (stage, id) => {
    stage.limits.set(id, { requests: 1, window_seconds: 60 });
    try {
      await post(stage, id, '[]');
      return await post(stage, id, '[]');
    } finally {
      stage.limits.set(id, UNLIMITED);
    }
  },
  internal_error: (stage, id) => withFault(stage, id, new TypeError('A planted fault')),
  service_unavailable: (stage, id) => withFault(stage, id, stage.fullDisk),
};

const withFault = async (stage: Stage, id: OperationId, error: Error) =>
  id === 'trust.get'
    ? 'never: what is trusted is in the memory of the process'
    : stage.withFault(error, id, await stage.scenario(id));

/** Things that nobody has, by the property that names them. */
const MISSING: Record<string, unknown> = {
  id: 8_007_199_254_740_991,
  session_id: 8_007_199_254_740_991,
  request_id: 'req_aaaaaaaaaaaaaaaaaaaaaaaa',
  bill_id: 8_007_199_254_740_991,
  token: `8007199254740991.${'A'.repeat(43)}`,
  cursor: 'bm9uZQ',
  setup_intent_id: 'seti_aaaaaaaaaaaaaaaaaaaaaaaa',
};

const missing = (id: OperationId, name: string): unknown =>
  resolve(requestSchema(id).properties![name]!).type === 'string' && name === 'id'
    ? 'msg_aaaaaaaaaaaaaaaaaaaaaaaa'
    : MISSING[name];

export const performIn = (stage: Stage, id: OperationId, scenario: Scenario, headers: Record<string, string> = {}) =>
  perform(stage.world.call, id, { ...scenario, headers: { ...exampleHeaders(id), ...scenario.headers } }, headers);
