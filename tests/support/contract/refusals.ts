/** How to provoke each documented error code that belongs to one operation, by public calls and the clock. */
import { randomBytes } from 'node:crypto';
import { ServiceUnavailable } from '../../../server/core/errors.ts';
import type { OperationId } from '../../../server/generated/operations.gen.ts';
import { hashToken } from '../../../server/secrets/random-secret.ts';
import { dg14WithChipAuthentication } from '../documents/virtual-chip.ts';
import { codeOf, setUpApp } from '../outside/authenticator-app.ts';
import { madePasskey, passkeyForSignUp, shownPasskey, signUpWithPasskey } from '../outside/passkeys.ts';
import { runOperator } from '../packages/script.ts';
import { production } from '../process/production.ts';
import {
  addCard,
  CARDS,
  cardSetup,
  enabled,
  owedBill,
  STORED_ADDRESS,
  setBilling,
  verifyEmail,
  withProvider,
} from '../server/billing.ts';
import type { Result } from '../server/call.ts';
import { invitation, verifiedAccount } from '../server/team.ts';
import { createTestServer, eventually } from '../server/test-server.ts';
import { createWorld, type World } from '../server/world.ts';
import { operation, operationIds } from './contract.ts';
import { DELIVERY_KEY, perform, type Scenario, scenarios, serviceOf } from './scenarios.ts';

/**
 * `shared answer` marks a code that is in the operation's documentation only because it shares a response definition with another
 * operation, which returns the code.
 */
export type Refusal = ((world: World) => Promise<Result>) | 'shared answer';

const WRONG_KEY = 'k'.repeat(43);
const reader = { platform: 'ANDROID', app_version: '1.0' } as const;

/** For cases that need other settings, or that move the clock, which would end the sign-ins and trials of the other tests. */
function onItsOwnServer(provoke: (world: World) => Promise<Result>, environment: Record<string, string> = {}): Refusal {
  return async () => {
    const server = await createTestServer({ environment });
    try {
      return await provoke(createWorld(server, await server.account()));
    } finally {
      await server.stop();
    }
  };
}

export async function suspendAccount({ server }: World, { email }: { email: string }): Promise<void> {
  const { code, output } = await runOperator(server, 'suspend', email, '--yes');
  if (code !== 0) throw new Error(output);
}

const whileSuspended =
  (id: OperationId, prepare: (world: World) => Promise<Scenario> = scenarios[id]): Refusal =>
  async (world) => {
    const account = await world.freshAccount();
    const own = { ...createWorld(world.server, account, world.call), freshAccount: async () => account };
    const scenario = await prepare(own);
    await suspendAccount(world, account);
    return perform(world.call, id, scenario);
  };

/** A call repeated under the same idempotency key, of an operation whose response contains a secret. */
const repeated =
  (id: OperationId): Refusal =>
  async (world) => {
    const scenario = await scenarios[id](world);
    const key = { 'Idempotency-Key': randomBytes(8).toString('hex') };
    await perform(world.call, id, scenario, key);
    return perform(world.call, id, scenario, key);
  };

const afterTheEnd =
  (id: OperationId, rest: Record<string, unknown> = {}): Refusal =>
  async ({ started, succeed, call }) => {
    const { token, reader_key } = await started();
    await succeed('reader.abort', { token, reader_key });
    return call(id, { token, reader_key, ...rest });
  };

const wrongPassword =
  (id: OperationId, rest: Record<string, unknown>): Refusal =>
  async ({ freshAccount, call }) => {
    const { bearer } = await freshAccount();
    return call(id, { password: 'wrong horse', ...rest }, { bearer });
  };

const codes = {
  async verify_email(world: World) {
    const { bearer, email } = await world.freshAccount();
    await world.succeed('password.verify_email_send_code', {}, { bearer });
    const code = await world.code(email);
    return { code, attempt: (text: string) => world.call('password.verify_email', { code: text }, { bearer }) };
  },
  async recover(world: World) {
    const { email } = await world.freshAccount();
    await world.succeed('password.recover_send_code', { email });
    const code = await world.code(email);
    return {
      code,
      attempt: (text: string) => world.call('password.recover', { email, code: text, new_password: 'battery staple' }),
    };
  },
};

const wrongCode =
  (purpose: keyof typeof codes): Refusal =>
  async (world) => {
    const { code, attempt } = await codes[purpose](world);
    return attempt(code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA');
  };

const expiredCode = (purpose: keyof typeof codes): Refusal =>
  onItsOwnServer(async (world) => {
    const { code, attempt } = await codes[purpose](world);
    await world.server.advance('PT10M');
    return attempt(code);
  });

const sixthCode =
  (purpose: keyof typeof codes): Refusal =>
  async (world) => {
    const { code, attempt } = await codes[purpose](world);
    const wrong = code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA';
    for (let tries = 0; tries < 5; tries++) await attempt(wrong);
    return attempt(code);
  };

/** Stripe is configured, but nothing listens at its address. */
const withoutCardProvider = (provoke: (world: World) => Promise<Result>): Refusal =>
  onItsOwnServer(provoke, {
    STRIPE_SECRET_KEY: 'sk_test_1234',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1234',
    STRIPE_WEBHOOK_SECRET: 'whsec_1234',
    STRIPE_API: 'http://localhost:9',
  });

/** A call by an account with a bill that could not be charged. With `away`, the card provider is unavailable during the call. */
export const owing =
  (
    provoke: (world: World & { bearer: string; id: number }) => Promise<Result>,
    provider: 'here' | 'away' = 'here',
  ): ((world: World) => Promise<Result>) =>
  async (world) => {
    const account = await world.freshAccount();
    const id = await owedBill(world, account);
    const findPayment = async () => {
      throw new ServiceUnavailable('The provider is not available right now. Try again', 'provider_unavailable');
    };
    return withProvider(world, provider === 'away' ? { findPayment } : {}, () =>
      provoke({ ...world, bearer: account.bearer, id }),
    );
  };

const CARD_ID = 5_387_710_294_466_120;
const storedCard = (merchant_id: number) => ({
  id: CARD_ID,
  merchant_id,
  type: 'CARD' as const,
  state: 'ACTIVE' as const,
  reference: 'pm_123',
  alias: '4242',
  primary: 0,
  ...STORED_ADDRESS,
  created: '2026-11-21T00:00:00.000Z',
});

async function usedInvitation(world: World): Promise<string> {
  const { email, reference } = await invitation(world);
  await world.succeed('password.create', { email, password: 'correct horse', reference });
  return reference;
}

function signInWith(provider: 'google' | 'microsoft'): Record<string, Refusal> {
  const prefix = provider.toUpperCase();
  // Nothing listens there.
  const away = {
    [`${prefix}_CLIENT_ID`]: 'sigill',
    [`${prefix}_CLIENT_SECRET`]: 'secret',
    [`${prefix}_ISSUER`]: 'http://localhost:9',
  };
  return {
    [`${provider}.authenticate account_suspended`]: async (world) => {
      const email = world.freshEmail();
      const { body, headers } = await world.chosenAt(provider, { email });
      await world.succeed(`${provider}.authenticate`, body, {}, headers);
      await suspendAccount(world, { email });
      const again = await world.chosenAt(provider, { email });
      return world.call(`${provider}.authenticate`, again.body, {}, again.headers);
    },
    [`${provider}.uri provider_unavailable`]: onItsOwnServer(({ call }) => call(`${provider}.uri`, {}), away),
    // Not provoked here: the provider would have to fail after `uri`, as in tests/api/google.test.ts.
    [`${provider}.authenticate provider_unavailable`]: 'shared answer',
    [`${provider}.authenticate sign_in_refused`]: async ({ chosenAt, call, account: { email } }) => {
      const { body, headers } = await chosenAt(provider, { email });
      return call(`${provider}.authenticate`, body, {}, headers);
    },
    [`${provider}.authenticate invite_used`]: async (world) => {
      const reference = await usedInvitation(world);
      const { body, headers } = await world.chosenAt(provider);
      return world.call(`${provider}.authenticate`, { ...body, reference }, {}, headers);
    },
    [`${provider}.authenticate invite_for_another_email`]: async (world) => {
      const { reference } = await invitation(world);
      const { body, headers } = await world.chosenAt(provider);
      return world.call(`${provider}.authenticate`, { ...body, reference }, {}, headers);
    },
  };
}

const longAfterTheProof =
  (id: OperationId): Refusal =>
  async (world) => {
    const scenario = await scenarios[id](world);
    const { user_id, proven } = await signInOf(world, scenario.caller!.bearer);
    const old = new Date(Date.parse(proven) - 600_000).toISOString();
    await world.server.ctx.db.updateTable('credentials').set({ proven: old }).where('user_id', '=', user_id).execute();
    const { bearer } = scenario.caller!;
    const asked = operation(id)['x-fresh-proof'];
    const property = Array.isArray(asked) ? { [asked[0]!]: true } : {};
    const result = await world.call(id, { ...scenario.body, ...property }, { bearer }, scenario.headers);
    await world.server.ctx.db.updateTable('credentials').set({ proven }).where('user_id', '=', user_id).execute();
    return result;
  };

const signInOf = (world: World, bearer: string) =>
  world.server.ctx.db
    .selectFrom('tokens')
    .innerJoin('credentials', 'credentials.id', 'tokens.credential_id')
    .select(['credentials.user_id', 'credentials.proven'])
    .where('tokens.hash', '=', hashToken(bearer))
    .executeTakeFirstOrThrow();

const unknownDevice = async (world: World) =>
  (await madePasskey(serviceOf(world), (await world.freshAccount()).bearer)).device;

export const refusals: Record<string, Refusal> = {
  ...Object.fromEntries(
    operationIds
      .filter((id) => operation(id)['x-fresh-proof'])
      .map((id) => [`${id} fresh_proof_required`, longAfterTheProof(id)]),
  ),
  'session.create face_verification_unavailable': ({ call, account: { basic } }) =>
    call('session.create', { face_verification: true }, { basic }),
  'session.create callback_url_not_allowed': ({ call, account: { basic } }) =>
    call('session.create', { callback_url: 'https://192.168.0.1/hook' }, { basic }),
  'session.create billing_inactive': onItsOwnServer(async ({ server, call, account: { basic } }) => {
    await server.advance('P30D');
    return call('session.create', {}, { basic });
  }),
  'session.create credit_exhausted': async ({ freshAccount, succeed, call, server }) => {
    const { basic, bearer } = await freshAccount();
    const { id } = await succeed('billing.self', {}, { bearer });
    // As after 250 verified identities.
    await server.ctx.db.updateTable('billing_accounts').set({ credit: 0 }).where('merchant_id', '=', id).execute();
    return call('session.create', {}, { basic });
  },
  'session.create spending_cap_reached': async (world) => {
    const { freshAccount, succeed, call, server } = world;
    const account = await freshAccount();
    const { basic, bearer } = account;
    await enabled(world, account);
    const { id } = await succeed('billing.change_spending_cap', { spending_cap: '0.00' }, { bearer });
    // As after 249 verified identities: the credit is enough for one.
    await server.ctx.db
      .updateTable('billing_accounts')
      .set({ credit: 100_000 })
      .where('merchant_id', '=', id)
      .execute();
    await succeed('session.create', {}, { basic });
    return call('session.create', {}, { basic });
  },
  'session.create usage_limit_reached': async (world) => {
    const { freshAccount, succeed, call, server } = world;
    const account = await freshAccount();
    const { basic, bearer } = account;
    await enabled(world, account);
    const { id } = await succeed('billing.self', {}, { bearer });
    // As if an operator had set a limit that is enough for one session.
    await setBilling(server, id, { credit: 0, usage_limit: 100_000 });
    await succeed('session.create', {}, { basic });
    return call('session.create', {}, { basic });
  },
  'session.create email_not_verified': async ({ freshAccount, succeed, call, server }) => {
    const { basic, bearer } = await freshAccount();
    const { id } = await succeed('billing.self', {}, { bearer });
    await setBilling(server, id, { address_verified: null });
    return call('session.create', {}, { basic });
  },
  'billing.cancel billing_inactive': async ({ freshAccount, call }) =>
    call('billing.cancel', {}, { bearer: (await freshAccount()).bearer }),
  'session.create specimen_limit': async ({ freshAccount, succeed, call, server }) => {
    const { basic, email } = await freshAccount();
    await succeed('session.create', { specimen: true }, { basic });
    const { db } = server.ctx;
    const own = db.selectFrom('users').select('merchant_id').where('email', '=', email);
    await db.updateTable('usage_days').set({ created: 1000 }).where('merchant_id', 'in', own).execute();
    return call('session.create', { specimen: true }, { basic });
  },
  'demo.create face_verification_unavailable': onItsOwnServer(
    ({ call }) => call('demo.create', { face_verification: true }),
    production(),
  ),

  'reader.start session_not_open': async ({ ended, call }) =>
    call('reader.start', { token: (await ended()).token, ...reader }),
  'reader.start session_already_started': async ({ started, call }) => {
    const { token } = await started();
    return call('reader.start', { token, ...reader });
  },
  'reader.challenge session_not_open': afterTheEnd('reader.challenge'),
  'reader.chip_authentication session_not_open': afterTheEnd('reader.chip_authentication', {
    dg14: dg14WithChipAuthentication(),
  }),
  'reader.chip_authentication challenge_limit': async ({ started, succeed, call }) => {
    const { token, reader_key } = await started();
    const body = { token, reader_key, dg14: dg14WithChipAuthentication() };
    for (let given = 0; given < 5; given++) await succeed('reader.chip_authentication', body);
    return call('reader.chip_authentication', body);
  },
  'reader.challenge challenge_limit': async ({ started, succeed, call }) => {
    const { token, reader_key } = await started();
    for (let given = 0; given < 5; given++) await succeed('reader.challenge', { token, reader_key });
    return call('reader.challenge', { token, reader_key });
  },
  'reader.submit session_not_open': async ({ submission, succeed, call }) => {
    const { token, headers, body } = await submission();
    await succeed('reader.abort', { token });
    return call('reader.submit', body, {}, headers);
  },
  'reader.submit challenge_invalid': async ({ submission, call }) => {
    const { headers, body } = await submission();
    return call('reader.submit', { ...body, challenge: randomBytes(8).toString('base64') }, {}, headers);
  },
  'reader.fail session_not_open': afterTheEnd('reader.fail', { code: 'timeout' }),
  'session.renew_link session_not_open': async ({ ended, call, account: { basic } }) =>
    call('session.renew_link', { id: (await ended()).id }, { basic }),
  'session.renew_link session_already_started': async ({ started, call, account: { basic } }) =>
    call('session.renew_link', { id: (await started()).id }, { basic }),
  'session.abort session_not_open': async ({ ended, call, account: { basic } }) =>
    call('session.abort', { id: (await ended()).id }, { basic }),
  'session.proof proof_unavailable': async ({ started, call, account: { basic } }) =>
    call('session.proof', { id: (await started()).id }, { basic }),
  'session.proof proof_sealed': async ({ server, freshAccount }) => {
    const world = createWorld(server, await freshAccount());
    const { basic, bearer } = world.account;
    await world.succeed('merchant.change_delivery_key', { jwk: DELIVERY_KEY }, { bearer });
    const { id } = await world.ended();
    return world.call('session.proof', { id }, { basic });
  },
  'reader.abort session_not_open': async ({ ended, call }) => call('reader.abort', { token: (await ended()).token }),

  'callback.test callback_url_not_allowed': ({ call, account: { bearer } }) =>
    call('callback.test', { url: 'https://192.168.0.1/hook', state: 'APPROVED' }, { bearer }),

  'session.renew_link email_not_verified': async ({ freshAccount, succeed, call, server }) => {
    const { basic, bearer } = await freshAccount();
    const { id } = await succeed('session.create', {}, { basic });
    const { id: merchant_id } = await succeed('billing.self', {}, { bearer });
    await setBilling(server, merchant_id, { address_verified: null });
    return call('session.renew_link', { id, send_to: 'alma@example.com' }, { basic });
  },
  'link.create face_verification_unavailable': ({ call, account: { basic } }) =>
    call('link.create', { name: 'Reception', session_options: { face_verification: true } }, { basic }),
  'link.create callback_url_not_allowed': ({ call, account: { basic } }) =>
    call(
      'link.create',
      { name: 'Reception', session_options: { callback_url: 'https://192.168.0.1/hook' } },
      { basic },
    ),
  'link.update face_verification_unavailable': async ({ succeed, call, account: { basic } }) => {
    const { id } = await succeed('link.create', { name: 'Reception' }, { basic });
    return call('link.update', { id, session_options: { face_verification: true } }, { basic });
  },
  'link.update callback_url_not_allowed': async ({ succeed, call, account: { basic } }) => {
    const { id } = await succeed('link.create', { name: 'Reception' }, { basic });
    return call('link.update', { id, session_options: { callback_url: 'https://192.168.0.1/hook' } }, { basic });
  },
  'link.start link_ended': async ({ succeed, call, account: { basic } }) => {
    const { id, code } = await succeed('link.create', { name: 'Reception' }, { basic });
    await succeed('link.update', { id, ended: true }, { basic });
    return call('link.start', { code });
  },
  'link.start link_unavailable': async ({ freshAccount, succeed, call, server }) => {
    const { basic, bearer } = await freshAccount();
    const { code } = await succeed('link.create', { name: 'Reception' }, { basic });
    const { id } = await succeed('billing.self', {}, { bearer });
    await setBilling(server, id, { credit: 0 });
    return call('link.start', { code });
  },
  'link.start link_busy': async ({ succeed, call, account: { basic } }) => {
    const { code } = await succeed('link.create', { name: 'Reception', limit: 1 }, { basic });
    await succeed('link.start', { code });
    return call('link.start', { code });
  },

  'policy.create policy_exists': async ({ succeed, call, freshAccount }) => {
    const { basic } = await freshAccount();
    await succeed('policy.create', { name: 'adults', rules: {} }, { basic });
    return call('policy.create', { name: 'adults', rules: {} }, { basic });
  },

  'callback_endpoint.create callback_url_not_allowed': ({ call, account: { bearer } }) =>
    call('callback_endpoint.create', { url: 'https://192.168.0.1/hook' }, { bearer }),
  'callback_endpoint.update callback_url_not_allowed': async ({ succeed, call, freshAccount }) => {
    const { basic } = await freshAccount();
    const { id } = await succeed('callback_endpoint.create', { url: 'http://localhost:9/hook' }, { basic });
    return call('callback_endpoint.update', { id, url: 'https://192.168.0.1/hook' }, { basic });
  },
  'callback_endpoint.create callback_endpoint_limit': async ({ succeed, call, freshAccount }) => {
    const { basic } = await freshAccount();
    const url = 'http://localhost:9/hook';
    for (let count = 0; count < 10; count++) await succeed('callback_endpoint.create', { url }, { basic });
    return call('callback_endpoint.create', { url }, { basic });
  },
  'callback_endpoint.replay callback_endpoint_disabled': async ({ succeed, call, freshAccount }) => {
    const { basic } = await freshAccount();
    const endpoint = { url: 'http://localhost:9/hook', enabled: false };
    const { id, created } = await succeed('callback_endpoint.create', endpoint, { basic });
    return call('callback_endpoint.replay', { id, since: created }, { basic });
  },

  'callback.resend callback_not_resendable': async ({ session, succeed, call, account: { bearer } }) => {
    // Nothing listens there: the first attempt fails and the next one waits.
    const { id: session_id, token } = await session({ callback_url: 'http://localhost:9/hook' });
    await succeed('reader.abort', { token });
    const id = await eventually(
      async () => (await succeed('callback.list', { session_id }, { bearer })).callbacks[0]?.id,
      'the callback',
    );
    return call('callback.resend', { id }, { bearer });
  },

  'user.create_service_user answer_not_kept': repeated('user.create_service_user'),
  'user.rotate_service_user answer_not_kept': repeated('user.rotate_service_user'),
  'user.change_role last_owner': async ({ succeed, call, account: { bearer } }) => {
    const { id } = await succeed('user.self', {}, { bearer });
    return call('user.change_role', { id, role: 'developer' }, { bearer });
  },
  'user.delete cannot_delete_self': async ({ succeed, call, account: { bearer } }) => {
    const { id } = await succeed('user.self', {}, { bearer });
    return call('user.delete', { id }, { bearer });
  },
  'invite.create email_taken': async (world) => {
    const { bearer, email } = await verifiedAccount(world);
    return world.call('invite.create', { email }, { bearer });
  },
  'callback.listen email_not_verified': async ({ call, freshAccount }) => {
    const { basic } = await freshAccount();
    return call('callback.listen', {}, { basic });
  },
  'invite.create email_not_verified': async ({ call, freshAccount, freshEmail }) => {
    const { bearer } = await freshAccount();
    return call('invite.create', { email: freshEmail() }, { bearer });
  },
  'password.create invite_for_another_email': async (world) => {
    const { reference } = await invitation(world);
    return world.call('password.create', { email: world.freshEmail(), password: 'correct horse', reference });
  },

  ...Object.fromEntries(
    [
      ...(['link.open', 'link.start'] as const),
      ...(['reader.open', 'reader.start', 'reader.challenge', 'reader.chip_authentication', 'reader.submit'] as const),
      ...(['reader.fail', 'reader.abort', 'reader.state', 'password.authenticate', 'passkey.authenticate'] as const),
    ].map((id) => [`${id} account_suspended`, whileSuspended(id)]),
  ),
  'password.create account_suspended': whileSuspended('password.create', async (world) => {
    const { email, reference } = await invitation(world);
    return { body: { email, password: 'correct horse', reference } };
  }),
  'passkey.sign_up account_suspended': whileSuspended('passkey.sign_up', async (world) => {
    const { email, reference } = await invitation(world);
    const { body, headers } = await passkeyForSignUp(serviceOf(world), email);
    return { body: { ...body, reference }, headers };
  }),
  'password.create email_taken': ({ call, account: { email } }) =>
    call('password.create', { email: email.toUpperCase(), password: 'correct horse' }),
  'password.create invite_used': async (world) => {
    const reference = await usedInvitation(world);
    return world.call('password.create', { email: world.freshEmail(), password: 'correct horse', reference });
  },
  'password.authenticate wrong_credentials': ({ call, account: { email } }) =>
    call('password.authenticate', { email, password: 'wrong horse' }),
  'password.authenticate second_factor_required': async ({ server, freshAccount, call }) => {
    const { bearer, email, password } = await freshAccount();
    await setUpApp(server, bearer);
    return call('password.authenticate', { email, password });
  },
  'password.authenticate invalid_code': async ({ server, freshAccount, call }) => {
    const { bearer, email, password } = await freshAccount();
    const { secret } = await setUpApp(server, bearer);
    return call('password.authenticate', { email, password, totp_code: codeOf(server, secret, 100) });
  },
  'totp.create answer_not_kept': repeated('totp.create'),
  'totp.confirm answer_not_kept': repeated('totp.confirm'),
  'recovery_code.create answer_not_kept': repeated('recovery_code.create'),
  'totp.confirm invalid_code': async ({ server, freshAccount, succeed, call }) => {
    const { bearer } = await freshAccount();
    const { secret } = await succeed('totp.create', {}, { bearer });
    return call('totp.confirm', { code: codeOf(server, secret, 100) }, { bearer });
  },
  'bearer.prove invalid_code': async ({ freshAccount, call }) => {
    const { bearer } = await freshAccount();
    return call('bearer.prove', { method: 'totp', totp_code: '123456' }, { bearer });
  },
  'passkey.start_sign_up email_taken': ({ call, account: { email } }) => call('passkey.start_sign_up', { email }),
  'passkey.sign_up email_taken': async (world) => {
    const { body, headers } = await passkeyForSignUp(serviceOf(world), world.freshEmail());
    return world.call('passkey.sign_up', { ...body, email: world.account.email }, {}, headers);
  },
  'passkey.sign_up invite_used': async (world) => {
    const reference = await usedInvitation(world);
    const { body, headers } = await passkeyForSignUp(serviceOf(world), world.freshEmail());
    return world.call('passkey.sign_up', { ...body, reference }, {}, headers);
  },
  'passkey.sign_up invite_for_another_email': async (world) => {
    const { reference } = await invitation(world);
    const { body, headers } = await passkeyForSignUp(serviceOf(world), world.freshEmail());
    return world.call('passkey.sign_up', { ...body, reference }, {}, headers);
  },
  'passkey.authenticate wrong_credentials': async (world) => {
    const { passkey } = await shownPasskey(serviceOf(world), await unknownDevice(world));
    return world.call('passkey.authenticate', { passkey });
  },
  'passkey.delete last_sign_in_method': async (world) => {
    const { bearer } = await signUpWithPasskey(serviceOf(world), world.freshEmail());
    const { passkeys } = await world.succeed('passkey.list', {}, { bearer });
    return world.call('passkey.delete', { id: passkeys[0]!.id }, { bearer });
  },
  'bearer.prove second_factor_required': async ({ server, freshAccount, call }) => {
    const { bearer, password } = await freshAccount();
    await setUpApp(server, bearer);
    return call('bearer.prove', { method: 'password', password }, { bearer });
  },
  'bearer.prove wrong_credentials': wrongPassword('bearer.prove', { method: 'password' }),
  'password.change_email wrong_credentials': wrongPassword('password.change_email', { new_email: 'new@example.com' }),
  'password.change_email email_taken': async ({ freshAccount, call, account: { email } }) => {
    const { bearer, password } = await freshAccount();
    return call('password.change_email', { password, new_email: email }, { bearer });
  },
  'password.change_password wrong_credentials': wrongPassword('password.change_password', {
    new_password: 'battery staple',
  }),
  'password.verify_email invalid_code': wrongCode('verify_email'),
  'password.verify_email code_expired': expiredCode('verify_email'),
  'password.verify_email too_many_attempts': sixthCode('verify_email'),
  'password.verify_email email_taken': async ({ succeed, freshAccount, freshEmail, code, call }) => {
    const { email } = await freshAccount();
    const [password, new_email] = ['battery staple', freshEmail()];
    await succeed('password.recover_send_code', { email });
    await succeed('password.recover', { email, code: await code(email), new_password: password });
    const bearer = (await succeed('password.authenticate', { email, password })).access_token;
    await succeed('password.change_email', { password, new_email }, { bearer });
    await succeed('password.verify_email_send_code', {}, { bearer });
    const sent = await code(new_email);
    await succeed('password.create', { email: new_email, password });
    return call('password.verify_email', { code: sent }, { bearer });
  },
  'password.undo_change_email invalid_link': ({ call }) => call('password.undo_change_email', { code: 'x'.repeat(43) }),
  'password.recover invalid_code': wrongCode('recover'),
  'password.recover code_expired': expiredCode('recover'),
  'password.recover too_many_attempts': sixthCode('recover'),
  ...signInWith('google'),
  ...signInWith('microsoft'),
  'billing.change_vat_number invalid_vat_number': async ({ freshAccount, succeed, call }) => {
    const { bearer } = await freshAccount();
    await succeed('billing.update', { country: 'SE' }, { bearer });
    return call('billing.change_vat_number', { new_vat_number: 'SE556012579002' }, { bearer });
  },
  'billing.enable email_not_verified': async ({ freshAccount, call }) =>
    call('billing.enable', {}, { bearer: (await freshAccount()).bearer }),
  'billing.enable payment_method_missing': async (world) => {
    const account = await world.freshAccount();
    await verifyEmail(world, account);
    return world.call('billing.enable', {}, { bearer: account.bearer });
  },
  'billing.enable payment_declined': owing(({ call, bearer }) => call('billing.enable', {}, { bearer })),
  'billing.enable payment_limit': owing(async ({ call, bearer }) => {
    await call('billing.enable', {}, { bearer });
    return call('billing.enable', {}, { bearer });
  }),
  'billing.enable provider_unavailable': owing(({ call, bearer }) => call('billing.enable', {}, { bearer }), 'away'),
  'bill.pay payment_method_missing': owing(async ({ server, call, bearer, id }) => {
    const { id: merchant_id } = (await call('billing.self', {}, { bearer })).body;
    await server.ctx.db
      .updateTable('payment_methods')
      .set({ state: 'INACTIVE' })
      .where('merchant_id', '=', merchant_id)
      .execute();
    return call('bill.pay', { id }, { bearer });
  }),
  'bill.pay payment_declined': owing(({ call, bearer, id }) => call('bill.pay', { id }, { bearer })),
  'bill.pay payment_limit': owing(async ({ call, bearer, id }) => {
    await call('bill.pay', { id }, { bearer });
    return call('bill.pay', { id }, { bearer });
  }),
  'bill.pay provider_unavailable': owing(({ call, bearer, id }) => call('bill.pay', { id }, { bearer }), 'away'),
  'billing.enable billing_details_missing': async (world) => {
    const account = await world.freshAccount();
    await verifyEmail(world, account);
    await addCard(world, account);
    return world.call('billing.enable', {}, { bearer: account.bearer });
  },
  'billing.update unprintable_letters': async ({ freshAccount, call }) =>
    call('billing.update', { company: '株式会社サンプル', country: 'JP' }, { bearer: (await freshAccount()).bearer }),
  'payment_method.delete primary_payment_method': async (world) => {
    const account = await world.freshAccount();
    const id = await addCard(world, account);
    return world.call('payment_method.delete', { id }, { bearer: account.bearer });
  },
  'payment_method.delete provider_unavailable': withoutCardProvider(
    async ({ server, succeed, call, account: { bearer } }) => {
      const { id: merchant_id } = await succeed('billing.self', {}, { bearer });
      await server.ctx.db.insertInto('payment_methods').values(storedCard(merchant_id)).execute();
      return call('payment_method.delete', { id: CARD_ID }, { bearer });
    },
  ),
  'stripe.start provider_unavailable': withoutCardProvider(({ call, account: { bearer } }) =>
    call('stripe.start', {}, { bearer }),
  ),
  'stripe.complete provider_unavailable': withoutCardProvider(
    async ({ server, succeed, call, account: { bearer } }) => {
      const { id } = await succeed('billing.self', {}, { bearer });
      await server.ctx.db
        .updateTable('billing_accounts')
        .set({ customer: 'cus_123' })
        .where('merchant_id', '=', id)
        .execute();
      return call('stripe.complete', { setup_intent_id: 'seti_123456' }, { bearer });
    },
  ),
  'stripe.complete card_declined': async (world) => {
    const account = await world.freshAccount();
    const setup_intent_id = await cardSetup(world, account, CARDS.declined);
    return world.call('stripe.complete', { setup_intent_id }, { bearer: account.bearer });
  },
  'bearer.renew invalid_credentials': ({ call }) => call('bearer.renew', { refresh_token: WRONG_KEY }),
};
