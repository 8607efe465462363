/**
 * Errors read exactly as in the contract: calls produce each example, which is compared word by word. No refusal repeats the
 * contents of an invalid file or header.
 */
// SQLite only: statuses.test.ts provokes the same refusals on both.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import type { Limited } from '../../server/http/limits/rate-limits.ts';
import type { CallLimit } from '../../server/throttling/call-counters.ts';
import { contract } from '../support/contract/contract.ts';
import { owing, type Refusal, refusals, suspendAccount } from '../support/contract/refusals.ts';
import { perform, scenarios } from '../support/contract/scenarios.ts';
import { announce, authorization, type Result, send } from '../support/server/call.ts';
import { interceptQueries } from '../support/server/database.ts';
import { invitation, teammate } from '../support/server/team.ts';
import { createTestServer, type TestServer, UNLIMITED } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

interface Problem {
  error: string;
  code: string;
  request_id: string;
  details?: { path: string; expected: string; received: string }[];
}

const JSON_BODY = { 'Content-Type': 'application/json' };
const NOBODY = 123;

const limits = new Map<Limited, CallLimit>();
const queries = interceptQueries();
let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await createTestServer({ rate_limits: (id) => limits.get(id) ?? UNLIMITED });
  world = createWorld(server, await server.account());
});
afterAll(async () => {
  queries.restore();
  await server?.stop();
});

type Provoke = (world: World) => Promise<Result>;

const refusal = (name: string): Provoke => refusals[name] as Exclude<Refusal, string>;
const basic =
  (id: OperationId, body: Record<string, unknown>): Provoke =>
  ({ call, account }) =>
    call(id, body, { basic: account.basic });
const bearer =
  (id: OperationId, body: Record<string, unknown>): Provoke =>
  ({ call, account }) =>
    call(id, body, { bearer: account.bearer });
const stranger =
  (id: OperationId, body: Record<string, unknown>, headers: Record<string, string> = {}): Provoke =>
  ({ call }) =>
    call(id, body, {}, headers);
const raw =
  (body: string, headers: Record<string, string> = JSON_BODY): Provoke =>
  ({ server, account: { basic } }) =>
    send(server.base, 'session.create', { headers: { ...headers, ...authorization({ basic }) }, body });

/** Two concurrent calls under one key: the second one finds the first one waiting for the database. */
const duringTheFirst: Provoke = async ({ call, account }) => {
  const key = { 'Idempotency-Key': 'problems' };
  const again = () => call('session.create', {}, { basic: account.basic }, key);
  const [held, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let first: Promise<Result> | undefined;
  const second = await queries.during(
    async (sql) => {
      if (!/^select .*idempotency_keys/.test(sql)) return;
      reached.resolve();
      await held.promise;
    },
    async () => {
      first = again();
      await reached.promise;
      return again().finally(held.resolve);
    },
  );
  await first;
  return second;
};

const withFailing =
  (error: () => Error): Provoke =>
  (world) =>
    queries.during(
      () => {
        throw error();
      },
      () => basic('session.list', {})(world),
    );

const otherReader: Provoke = async ({ started, call }) => {
  const { token } = await started();
  return call('reader.fail', { token, reader_key: 'k'.repeat(43), code: 'timeout' });
};

const invitedAs: Provoke = async (world) => {
  const { reference } = await invitation(world, 'bo@example.com');
  return world.call('password.create', { email: world.freshEmail(), password: 'correct horse', reference });
};

const oneTooMany: Provoke = async (world) => {
  limits.set('user.self', { requests: 1, window_seconds: 12 });
  try {
    await bearer('user.self', {})(world);
    return await bearer('user.self', {})(world);
  } finally {
    limits.delete('user.self');
  }
};

const provokers: Record<string, Provoke> = {
  missing_property: basic('session.get', {}),
  wrong_type: basic('session.create', { face_verification: 'yes' }),
  invalid_value: stranger('password.create', { email: 'ada', password: 'correct horse' }),
  too_long: basic('session.create', { reference: 'a'.repeat(300) }),
  unknown_property: basic('session.create', { colour: 'red' }),
  malformed_body: raw('{"reference": "order-1042"'),
  face_verification_unavailable: refusal('session.create face_verification_unavailable'),
  callback_url_not_allowed: refusal('session.create callback_url_not_allowed'),
  invalid_code: refusal('password.verify_email invalid_code'),
  invalid_link: refusal('password.undo_change_email invalid_link'),
  code_expired: refusal('password.verify_email code_expired'),
  invalid_vat_number: refusal('billing.change_vat_number invalid_vat_number'),
  unprintable_letters: refusal('billing.update unprintable_letters'),
  card_declined: refusal('stripe.complete card_declined'),
  missing_api_key: stranger('session.create', {}),
  missing_access_token: stranger('user.self', {}),
  invalid_api_key: ({ call }) =>
    call('session.create', {}, { basic: { public_key: 'public-key-aaaaaaaa', secret: 'secret-aaaaaaaaaaaaaaaa' } }),
  invalid_access_token: ({ call }) => call('user.self', {}, { bearer: 'a'.repeat(43) }),
  wrong_sign_in: refusal('password.authenticate wrong_credentials'),
  wrong_passkey: refusal('passkey.authenticate wrong_credentials'),
  wrong_password: refusal('password.change_password wrong_credentials'),
  invalid_refresh_token: refusal('bearer.renew invalid_credentials'),
  for_users_only: basic('user.self', {}),
  for_keys_only: bearer('session.state', { id: 1 }),
  csrf_failed: stranger('demo.create', {}, { Origin: 'https://evil.example' }),
  csrf_header: stranger('demo.create', {}, { Cookie: 'XSRF-TOKEN=abc' }),
  billing_inactive: refusal('session.create billing_inactive'),
  credit_exhausted: refusal('session.create credit_exhausted'),
  spending_cap_reached: refusal('session.create spending_cap_reached'),
  usage_limit_reached: refusal('session.create usage_limit_reached'),
  unverified_account: refusal('session.create email_not_verified'),
  specimen_limit: refusal('session.create specimen_limit'),
  other_reader: otherReader,
  role_not_allowed: async (world) => {
    const { bearer } = await teammate(world, await world.freshAccount(), 'support');
    return world.call('user.create_service_user', {}, { bearer });
  },
  account_suspended: async (world) => {
    const account = await world.freshAccount();
    await suspendAccount(world, account);
    return world.call('user.self', {}, { bearer: account.bearer });
  },
  last_owner: refusal('user.change_role last_owner'),
  cannot_delete_self: refusal('user.delete cannot_delete_self'),
  fresh_proof_required: refusal('user.delete fresh_proof_required'),
  second_factor_required: refusal('password.authenticate second_factor_required'),
  second_factor_setup_required: async ({ freshAccount, succeed, call }) => {
    const { bearer } = await freshAccount();
    await succeed('merchant.update', { require_second_factor: true }, { bearer });
    return call('user.list', {}, { bearer });
  },
  last_sign_in_method: refusal('passkey.delete last_sign_in_method'),
  without_password: async ({ chosenAt, succeed, call }) => {
    const { body, headers } = await chosenAt('google');
    const { access_token } = await succeed('google.authenticate', body, {}, headers);
    const passwords = { password: 'correct horse', new_password: 'battery staple' };
    return call('password.change_password', passwords, { bearer: access_token });
  },
  without_api_key: async ({ succeed, call, account: { bearer } }) => {
    const { id } = await succeed('user.self', {}, { bearer });
    return call('user.rotate_service_user', { id }, { bearer });
  },
  other_key: async ({ succeed, call, account: { basic, bearer } }) => {
    const { id } = await succeed('user.create_service_user', { name: 'Another' }, { bearer });
    return call('user.rotate_service_user', { id }, { basic });
  },
  unverified_inviter: refusal('invite.create email_not_verified'),
  unverified_listener: refusal('callback.listen email_not_verified'),
  unverified_payer: refusal('billing.enable email_not_verified'),
  payment_method_missing: refusal('billing.enable payment_method_missing'),
  card_missing: refusal('bill.pay payment_method_missing'),
  payment_declined: refusal('bill.pay payment_declined'),
  payment_unconfirmed: owing(async ({ server, call, bearer, id }) => {
    const code = 'authentication_required';
    await server.ctx.db.updateTable('payment_attempts').set({ code }).where('bill_id', '=', id).execute();
    return call('billing.enable', {}, { bearer });
  }),
  payment_limit: refusal('bill.pay payment_limit'),
  billing_details_missing: refusal('billing.enable billing_details_missing'),
  primary_payment_method: refusal('payment_method.delete primary_payment_method'),
  sign_in_not_confirmed: stranger('google.authenticate', { code: 'code', state: 'state' }),
  provider_email_unverified: async ({ chosenAt, call }) => {
    const { body, headers } = await chosenAt('google', { verified: false });
    return call('google.authenticate', body, {}, headers);
  },
  provider_email_registered: refusal('google.authenticate sign_in_refused'),
  session_not_found: basic('session.get', { id: NOBODY }),
  token_not_found: stranger('reader.open', { token: 'n3Qm8sVt0yKfW2cLr7Zx5dHbA1uEjPgT' }),
  page_not_found: basic('session.list', { cursor: 'bm9uZQ' }),
  link_not_found: bearer('link.get', { id: NOBODY }),
  session_view_not_found: bearer('session_view.delete', { id: NOBODY }),
  session_note_not_found: bearer('session_note.delete', { id: NOBODY }),
  policy_not_found: bearer('policy.get', { name: 'adults' }),
  invite_reference_not_found: stranger('invite.get', { reference: 'unknown' }),
  link_code_not_found: stranger('link.open', { code: 'aaaaaaaaaaaaaa' }),
  endpoint_not_found: bearer('callback_endpoint.get', { id: NOBODY }),
  callback_not_found: bearer('callback.get', { id: 'msg_2wXk9QmVb4LrT7sYp0Zc' }),
  user_not_found: bearer('user.get', { id: NOBODY }),
  passkey_not_found: bearer('passkey.rename', { id: NOBODY, name: 'Work' }),
  sign_in_not_found: bearer('sign_in.revoke', { id: NOBODY }),
  invite_not_found: bearer('invite.revoke', { id: NOBODY }),
  bill_not_found: bearer('bill.get', { id: NOBODY }),
  credit_note_not_found: async (world) => {
    const { caller, body } = await scenarios['bill.pdf'](world);
    return perform(world.call, 'bill.pdf', { caller, body: { ...body, credit_note_id: NOBODY } });
  },
  payment_method_not_found: bearer('payment_method.get', { id: NOBODY }),
  card_setup_not_found: bearer('stripe.complete', { setup_intent_id: 'seti_123456' }),
  request_not_found: bearer('request.get', { request_id: 'req_8f3kq2mzv5t7c1xw' }),
  idempotency_conflict: async ({ call, account: { basic } }) => {
    const key = { 'Idempotency-Key': 'order-1042' };
    await call('session.create', {}, { basic }, key);
    return call('session.create', { reference: 'order-1042' }, { basic }, key);
  },
  idempotency_in_progress: duringTheFirst,
  answer_not_kept: refusal('totp.create answer_not_kept'),
  session_not_open: refusal('reader.start session_not_open'),
  proof_unavailable: refusal('session.proof proof_unavailable'),
  proof_sealed: refusal('session.proof proof_sealed'),
  session_already_started: refusal('reader.start session_already_started'),
  challenge_limit: refusal('reader.challenge challenge_limit'),
  challenge_invalid: refusal('reader.submit challenge_invalid'),
  callback_not_resendable: refusal('callback.resend callback_not_resendable'),
  link_ended: refusal('link.start link_ended'),
  link_unavailable: refusal('link.start link_unavailable'),
  link_busy: refusal('link.start link_busy'),
  policy_exists: refusal('policy.create policy_exists'),
  callback_endpoint_limit: refusal('callback_endpoint.create callback_endpoint_limit'),
  callback_endpoint_disabled: refusal('callback_endpoint.replay callback_endpoint_disabled'),
  email_taken: refusal('password.create email_taken'),
  invite_used: refusal('password.create invite_used'),
  invite_for_another_email: invitedAs,
  payload_too_large: ({ server, account: { basic } }) =>
    announce(server.base, 'session.create', 65_537, { ...JSON_BODY, ...authorization({ basic }) }),
  unsupported_media_type: raw('{}', { 'Content-Type': 'text/plain' }),
  rate_limited: oneTooMany,
  too_many_attempts: refusal('password.verify_email too_many_attempts'),
  internal_error: withFailing(() => new TypeError('planted')),
  service_unavailable: withFailing(() => Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })),
  sign_in_provider_unavailable: refusal('google.uri provider_unavailable'),
  card_provider_unavailable: refusal('stripe.start provider_unavailable'),
};

const shown = new Map(
  Object.values(contract.components.responses)
    .map(({ content }) => content['application/json'])
    .filter(({ schema }) => (schema as { $ref?: string }).$ref?.endsWith('/Problem'))
    .flatMap(({ examples }) => Object.entries(examples))
    .map(([name]) => [name, contract.components.examples[name]!.value as Problem]),
);

describe('the service gives every error shown in the contract', () => {
  test.each([...shown])('%s', async (name, { error, code, details }) => {
    const provoke = provokers[name];
    expect(provoke, 'a call that brings it about').toBeDefined();
    const { body, text, headers } = (await provoke!(world)) as Result<Problem>;
    // The time to wait depends on the clock.
    const wait = headers.get('retry-after');
    const limited = code === 'rate_limited' && wait ? error.replace(/\d+/, wait) : error;
    const time = code === 'payment_limit' && body.error.split(' ').at(-1);
    const expected = time ? limited.replace(/\S+$/, time) : limited;
    expect({ error: body.error, code: body.code, details: body.details }, text).toEqual({
      error: expected,
      code,
      details,
    });
  });

  test('and nothing else is provoked here', () => {
    expect(Object.keys(provokers).filter((name) => !shown.has(name))).toEqual([]);
  });
});

// fuzz.test.ts checks this for random changes to the calls of every operation.
describe('no refusal of invalid input contains what was sent:', () => {
  test('not that of an invalid chip file', async () => {
    const { headers, body } = await scenarios['reader.submit'](world);
    const files = { ...(body['files'] as object), sod: 'q7 not base64 z9' };
    const { status, text } = await world.call('reader.submit', { ...body, files }, {}, headers);
    expect(status).toBe(400);
    expect(text).not.toContain('not base64');
  });

  test('not that of a header', async () => {
    const { body } = await scenarios['reader.submit'](world);
    const scenario = { caller: world.account, body, headers: { 'Session-Token': 'q7z9', 'Reader-Key': 'q7z9' } };
    const { status, text } = await perform(world.call, 'reader.submit', scenario);
    expect(status).toBe(400);
    expect(text).not.toContain('q7z9');
  });
});
