/**
 * One successful call for every operation, with its preconditions. Add a scenario with each new operation:
 * the matrices of tests/contract then cover it.
 */
import type { OperationId } from '../../../server/generated/operations.gen.ts';
import { dg14WithChipAuthentication } from '../documents/virtual-chip.ts';
import { codeOf, setUpApp } from '../outside/authenticator-app.ts';
import { addPasskey, madePasskey, passkeyForSignUp, shownPasskey } from '../outside/passkeys.ts';
import { addBillingDetails, addCard, billedAccount, cardSetup, enabled, verifyEmail } from '../server/billing.ts';
import type { Call, Credentials } from '../server/call.ts';
import { undoCode, withNewEmail } from '../server/email-changes.ts';
import { invitation, teammate } from '../server/team.ts';
import { eventually } from '../server/test-server.ts';
import type { Account, World } from '../server/world.ts';
import { schemesOf } from './contract.ts';

export interface Scenario {
  body: Record<string, unknown>;
  caller?: Account;
  /**
   * Headers that the call needs besides credentials, such as the cookie of the browser that began a sign-in, or the tokens of the
   * device that submits a document.
   */
  headers?: Record<string, string>;
}

type Prepare = (world: World) => Promise<Scenario>;

const asAccount =
  (prepare: (world: World) => Promise<Record<string, unknown>> | Record<string, unknown>): Prepare =>
  async (world) => ({ body: await prepare(world), caller: world.account });

const asAnyone =
  (prepare: (world: World) => Promise<Record<string, unknown>> | Record<string, unknown>): Prepare =>
  async (world) => ({ body: await prepare(world) });

const asFreshAccount =
  (prepare: (world: World, caller: Account) => Promise<Record<string, unknown>> | Record<string, unknown>): Prepare =>
  async (world) => {
    const caller = await world.freshAccount();
    return { body: await prepare(world, caller), caller };
  };

const asBilledAccount =
  (prepare: (bill_id: number) => Record<string, unknown>): Prepare =>
  async (world) => {
    const { caller, bill_id } = await billedAccount(world);
    return { body: prepare(bill_id), caller };
  };

const createdLink = ({ succeed }: World, { basic }: Account) =>
  succeed('link.create', { name: 'Reception', session_options: { specimen: true } }, { basic });

async function deliveredTo({ server, succeed }: World, { basic }: Account) {
  const url = `${server.base}/_local/callbacks/events`;
  const endpoint = await succeed('callback_endpoint.create', { url }, { basic });
  const { id } = await succeed('session.create', {}, { basic });
  await succeed('session.abort', { id }, { basic });
  await eventually(async () => {
    const { deliveries } = await succeed(
      'callback_endpoint.deliveries',
      { id: endpoint.id, state: 'DELIVERED' },
      { basic },
    );
    return deliveries.length > 0;
  }, 'the event to be delivered');
  return endpoint;
}

/** Leaves a failed delivery: switching its endpoint off gives up the remaining attempts. */
async function missed({ succeed }: World, { basic }: Account) {
  const { id } = await succeed('callback_endpoint.create', { url: 'http://localhost:9/hook' }, { basic });
  const session = await succeed('session.create', {}, { basic });
  await succeed('session.abort', { id: session.id }, { basic });
  for (const enabled of [false, true]) await succeed('callback_endpoint.update', { id, enabled }, { basic });
}

async function policyOf({ succeed }: World, { basic }: Account) {
  const { name } = await succeed('policy.create', { name: 'adults', rules: { minimum_age: 18 } }, { basic });
  return name;
}

const VIEW = { name: 'Rejected', query: 'state=REJECTED', columns: ['created', 'state'] };

const sharedView = async ({ succeed }: World, { bearer }: Account) =>
  (await succeed('session_view.create', VIEW, { bearer })).id;

async function noted({ session, succeed, account: { bearer } }: World) {
  const { id } = await session();
  return succeed('session_note.create', { session_id: id, text: 'Asked for a new photo.' }, { bearer });
}

/** The id of a session whose document was verified in an earlier one. */
async function seenAgain({ succeed, read }: World, { basic, bearer }: Account): Promise<number> {
  await succeed('merchant.update', { document_memory_days: 30 }, { bearer });
  const ids: number[] = [];
  for (let count = 0; count < 2; count++) {
    const { id, token } = await succeed('session.create', { reference: 'order 1' }, { basic });
    await read('genuine', token);
    ids.push(id);
  }
  return ids[1]!;
}

async function marked({ session, succeed, account: { bearer } }: World) {
  const { id } = await session();
  return (await succeed('session_mark.set', { session_id: id }, { bearer })).session_id;
}

export const serviceOf = ({ call, server: { base } }: World) => ({ call, base });

const PASSWORD = 'correct horse';

/** The EC key of RFC 7517, A.1. */
export const DELIVERY_KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
};

export const scenarios: Record<OperationId, Prepare> = {
  // A specimen session, which an account can create before it has a verified email address.
  'session.create': asAccount(() => ({ reference: 'order-1042', passport_only: true, specimen: true })),
  'session.get': asAccount(async ({ ended }) => ({ id: (await ended()).id })),
  'session.list': asAccount(async ({ session }) => {
    await session();
    return { limit: 5 };
  }),
  'session.count': asAccount(async ({ session }) => {
    await session();
    return {};
  }),
  'session.state': asAccount(async ({ session }) => ({ id: (await session()).id })),
  'session.renew_link': asAccount(async ({ session }) => ({ id: (await session()).id })),
  'session.abort': asAccount(async ({ session }) => ({ id: (await session()).id })),
  'session.proof': asAccount(async ({ ended }) => ({ id: (await ended()).id })),
  'session.export': asAccount(async ({ session }) => {
    await session();
    return { format: 'json' };
  }),
  'session.pdf': asAccount(async ({ ended }) => ({ id: (await ended()).id })),
  'session.timeline': asAccount(async ({ ended }) => ({ id: (await ended()).id })),
  'session.seen_before': asFreshAccount(async (world, caller) => ({ id: await seenAgain(world, caller) })),
  'session.redact': asAccount(async (world) => ({ id: (await world.ended()).id })),

  'policy.create': asFreshAccount(() => ({ name: 'adults', rules: { minimum_age: 18 } })),
  'policy.list': asFreshAccount(async (world, caller) => {
    await policyOf(world, caller);
    return { limit: 5 };
  }),
  'policy.get': asFreshAccount(async (world, caller) => ({ name: await policyOf(world, caller) })),
  'policy.update': asFreshAccount(async (world, caller) => ({
    name: await policyOf(world, caller),
    rules: { minimum_age: 21 },
  })),
  'policy.delete': asFreshAccount(async (world, caller) => ({ name: await policyOf(world, caller) })),
  'policy.preview': asAccount(async (world) => {
    await world.ended('genuine', { specimen: true });
    const name = `elders-${world
      .freshEmail()
      .split('@')[0]!
      .replaceAll(/[^a-z0-9]/g, '')}`.slice(0, 40);
    await world.succeed('policy.create', { name, rules: { minimum_age: 99 } }, world.account);
    return { name };
  }),

  'session_view.create': asFreshAccount(() => VIEW),
  'session_view.list': asFreshAccount(async (world, caller) => {
    await sharedView(world, caller);
    return { limit: 5 };
  }),
  'session_view.update': asFreshAccount(async (world, caller) => ({
    id: await sharedView(world, caller),
    name: 'Rejected in March',
  })),
  'session_view.delete': asFreshAccount(async (world, caller) => ({ id: await sharedView(world, caller) })),
  'session_note.create': asAccount(async ({ session }) => ({ session_id: (await session()).id, text: 'Called.' })),
  'session_note.list': asAccount(async (world) => ({ session_id: (await noted(world)).session_id, limit: 5 })),
  'session_note.update': asAccount(async (world) => ({ id: (await noted(world)).id, text: 'Starts again.' })),
  'session_note.delete': asAccount(async (world) => ({ id: (await noted(world)).id })),
  'session_mark.set': asAccount(async ({ session }) => ({ session_id: (await session()).id })),
  'session_mark.clear': asAccount(async (world) => ({ session_id: await marked(world) })),
  'session_mark.get': asFreshAccount(async (world, caller) => {
    const session_id = await seenAgain(world, caller);
    await world.succeed('session_mark.set', { session_id }, { bearer: caller.bearer });
    await world.succeed(
      'session_note.create',
      { session_id, text: 'Asked for a new photo.' },
      { bearer: caller.bearer },
    );
    return { session_ids: [session_id] };
  }),
  'session_mark.list': asAccount(async (world) => {
    await marked(world);
    return { limit: 5 };
  }),
  'session_mark.assignees': asAccount(() => ({})),

  'callback.list': asAccount(async (world) => {
    await world.delivered();
    return { limit: 5 };
  }),
  'callback.get': asAccount(async (world) => ({ id: await world.delivered() })),
  'callback.resend': asAccount(async (world) => ({ id: await world.delivered() })),
  'callback.health': asAccount(async (world) => {
    await world.delivered();
    return {};
  }),
  'callback.search': asAccount(async (world) => {
    await world.delivered();
    return { host: new URL(world.server.base).host, session_state: 'ABORTED' };
  }),
  'callback.failed': asFreshAccount(async (world, caller) => {
    await missed(world, caller);
    return {};
  }),
  'callback.resend_failed': asFreshAccount(async (world, caller) => {
    await missed(world, caller);
    return {};
  }),
  'callback.test': asAccount(({ server }) => ({ url: `${server.base}/_local/callbacks/test`, state: 'APPROVED' })),
  'callback.listen': asFreshAccount(async (world, caller) => {
    await verifyEmail(world, caller);
    return { wait_seconds: 0 };
  }),
  'link.create': asFreshAccount(() => ({ name: 'Reception', limit: 500, session_options: { passport_only: true } })),
  'link.list': asFreshAccount(async (world, caller) => {
    await createdLink(world, caller);
    return { limit: 5 };
  }),
  'link.get': asFreshAccount(async (world, caller) => ({ id: (await createdLink(world, caller)).id })),
  'link.update': asFreshAccount(async (world, caller) => ({ id: (await createdLink(world, caller)).id, ended: true })),
  'link.delete': asFreshAccount(async (world, caller) => ({ id: (await createdLink(world, caller)).id })),
  'link.open': asAnyone(async (world) => ({ code: (await createdLink(world, world.account)).code })),
  'link.start': asAnyone(async (world) => ({ code: (await createdLink(world, world.account)).code })),
  'callback_endpoint.create': asFreshAccount(() => ({
    url: 'http://localhost:9/hook',
    event_types: ['session.redacted'],
  })),
  'callback_endpoint.list': asFreshAccount(async (world, caller) => {
    await deliveredTo(world, caller);
    return { limit: 5 };
  }),
  'callback_endpoint.get': asFreshAccount(async (world, caller) => ({ id: (await deliveredTo(world, caller)).id })),
  'callback_endpoint.update': asFreshAccount(async (world, caller) => ({
    id: (await deliveredTo(world, caller)).id,
    enabled: false,
  })),
  'callback_endpoint.delete': asFreshAccount(async (world, caller) => ({ id: (await deliveredTo(world, caller)).id })),
  'callback_endpoint.deliveries': asFreshAccount(async (world, caller) => ({
    id: (await deliveredTo(world, caller)).id,
    limit: 5,
  })),
  'callback_endpoint.replay': asFreshAccount(async (world, caller) => {
    const { id, created } = await deliveredTo(world, caller);
    return { id, since: created };
  }),
  'callback.secret': asAccount(() => ({})),
  'callback.rotate_secret': asFreshAccount(() => ({})),

  'reader.open': asAnyone(async ({ session }) => ({ token: (await session()).token })),
  'reader.start': asAnyone(async ({ session }) => ({
    token: (await session()).token,
    platform: 'IOS',
    app_version: '2.1.0',
  })),
  'reader.challenge': asAnyone(async ({ started }) => {
    const { token, reader_key } = await started();
    return { token, reader_key };
  }),
  'reader.chip_authentication': asAnyone(async ({ started }) => {
    const { token, reader_key } = await started();
    return { token, reader_key, dg14: dg14WithChipAuthentication() };
  }),
  'reader.submit': async (world) => {
    const { headers, body } = await world.submission();
    return { headers, body };
  },
  'reader.fail': asAnyone(async ({ started }) => {
    const { token, reader_key } = await started();
    return { token, reader_key, code: 'nfc_lost', message: 'Tag was lost' };
  }),
  'reader.abort': asAnyone(async ({ started }) => {
    const { token, reader_key } = await started();
    return { token, reader_key };
  }),
  'reader.state': asAnyone(async ({ session }) => ({ token: (await session()).token })),

  'demo.create': asAnyone(() => ({})),
  'demo.get': asAnyone(async (world) => {
    const { token } = await world.succeed('demo.create', {});
    await world.read('genuine', token);
    return { token };
  }),
  'demo.state': asAnyone(async ({ succeed }) => ({ token: (await succeed('demo.create', {})).token })),

  'trust.get': asAnyone(() => ({})),

  'user.self': asAccount(() => ({})),
  'user.list': asAccount(() => ({})),
  'user.get': asAccount(({ account }) => ({ id: account.key_id })),
  'user.create_service_user': asAccount(() => ({ name: 'Back office' })),
  'user.rotate_service_user': asFreshAccount((_, { key_id }) => ({ id: key_id, grace_period_hours: 1 })),
  'user.rename_service_user': asFreshAccount((_, { key_id }) => ({ id: key_id, name: 'Back office' })),
  'user.change_role': asFreshAccount(async (world, caller) => ({
    id: (await teammate(world, caller)).id,
    role: 'support',
  })),
  'user.delete': asFreshAccount((_, { key_id }) => ({ id: key_id })),
  'invite.create': asFreshAccount(async (world, caller) => {
    await verifyEmail(world, caller);
    return { email: world.freshEmail() };
  }),
  'invite.get': asAnyone(async (world) => ({ reference: (await invitation(world)).reference })),
  'invite.list': asAccount(() => ({ limit: 5 })),
  'invite.revoke': asFreshAccount(async (world, caller) => {
    await verifyEmail(world, caller);
    await world.succeed('invite.create', { email: world.freshEmail() }, { bearer: caller.bearer });
    const { invites } = await world.succeed('invite.list', {}, { bearer: caller.bearer });
    return { id: invites[0]!.id };
  }),
  'merchant.self': asAccount(() => ({})),
  'merchant.update': asFreshAccount(() => ({ require_clone_protection: true })),
  'merchant.change_delivery_key': asFreshAccount(() => ({ jwk: DELIVERY_KEY })),
  'merchant.delete': asFreshAccount(() => ({})),

  'password.create': asAnyone(({ freshEmail }) => ({ email: freshEmail(), password: PASSWORD, reference: 'spring' })),
  'password.authenticate': asAnyone(({ account }) => ({ email: account.email, password: account.password })),
  'password.recover_send_code': asAnyone(async ({ freshAccount }) => ({ email: (await freshAccount()).email })),
  'password.recover': asAnyone(async ({ freshAccount, succeed, code }) => {
    const { email } = await freshAccount();
    await succeed('password.recover_send_code', { email });
    return { email, code: await code(email), new_password: 'battery staple' };
  }),
  'password.verify_email_send_code': asFreshAccount(() => ({})),
  'password.verify_email': asFreshAccount(async ({ succeed, code }, { bearer, email }) => {
    await succeed('password.verify_email_send_code', {}, { bearer });
    return { code: await code(email) };
  }),
  'password.change_email': asFreshAccount(({ freshEmail }, { password }) => ({ password, new_email: freshEmail() })),
  'password.undo_change_email': asAnyone(async (world) => ({
    code: await undoCode(world, (await withNewEmail(world)).email),
  })),
  'password.change_password': asFreshAccount((_, { password }) => ({ password, new_password: 'battery staple' })),
  'google.uri': asAnyone(() => ({ state: '{"reference":"spring"}' })),
  'google.authenticate': (world) => world.chosenAt('google'),
  'microsoft.uri': asAnyone(() => ({})),
  'microsoft.authenticate': (world) => world.chosenAt('microsoft'),
  'bearer.renew': asAnyone(async ({ freshAccount }) => ({
    refresh_token: (await freshAccount()).credentials.refresh_token,
  })),
  'bearer.prove': asFreshAccount((_, { password }) => ({ method: 'password', password })),
  'sign_in.list': asAccount(() => ({ limit: 5 })),
  'sign_in.revoke': asFreshAccount(async ({ succeed }, { bearer, email, password }) => {
    await succeed('password.authenticate', { email, password });
    const { sign_ins } = await succeed('sign_in.list', {}, { bearer });
    return { id: sign_ins.find(({ is_current }) => !is_current)!.id };
  }),
  'sign_in.revoke_others': asFreshAccount(() => ({})),
  'totp.self': asAccount(() => ({})),
  'totp.create': asFreshAccount(() => ({})),
  'totp.confirm': asFreshAccount(async ({ server, succeed }, { bearer }) => {
    const { secret } = await succeed('totp.create', {}, { bearer });
    return { code: codeOf(server, secret) };
  }),
  'totp.delete': asFreshAccount(async ({ server }, { bearer }) => {
    await setUpApp(server, bearer);
    return {};
  }),
  'recovery_code.create': asFreshAccount(() => ({})),
  'passkey.start_sign_up': asAnyone(({ freshEmail }) => ({ email: freshEmail() })),
  'passkey.sign_up': async (world) => {
    const { body, headers } = await passkeyForSignUp(serviceOf(world), world.freshEmail());
    return { body, headers };
  },
  'passkey.start_authentication': asAnyone(() => ({})),
  'passkey.authenticate': async (world) => {
    const service = serviceOf(world);
    const { device } = await addPasskey(service, (await world.freshAccount()).bearer);
    const { passkey, headers } = await shownPasskey(service, device);
    return { body: { passkey }, headers };
  },
  'passkey.start_registration': asFreshAccount(() => ({})),
  'passkey.register': async (world) => {
    const caller = await world.freshAccount();
    const { passkey, headers } = await madePasskey(serviceOf(world), caller.bearer);
    return { body: { name: 'Laptop', passkey }, caller, headers };
  },
  'passkey.list': asAccount(() => ({ limit: 5 })),
  'passkey.rename': asFreshAccount(async (world, { bearer }) => ({
    id: (await addPasskey(serviceOf(world), bearer)).id,
    name: 'Work',
  })),
  'passkey.delete': asFreshAccount(async (world, { bearer }) => ({
    id: (await addPasskey(serviceOf(world), bearer)).id,
  })),
  'bearer.revoke': asAnyone(async ({ freshAccount }) => ({ access_token: (await freshAccount()).bearer })),

  'dashboard.get_started': asAccount(() => ({})),
  'dashboard.usage': asAccount(() => ({})),
  'dashboard.overview': asAccount(() => ({ days: 30 })),
  'audit.list': asAccount(() => ({ limit: 5 })),
  'audit.export': asAccount(() => ({ format: 'json' })),
  'request.list': asAccount(async (world) => {
    await world.requested();
    return { limit: 5, refused: false };
  }),
  'request.get': asAccount(async (world) => ({ request_id: await world.requested() })),

  'billing.self': asAccount(() => ({})),
  'billing.preview': asAccount(() => ({})),
  'billing.update': asAccount(() => ({
    ...{ company: 'Example AB', country: 'SE', address_line_1: 'Storgatan 1', address_line_2: null },
    ...{ address_postal_code: '111 22', address_city: 'Stockholm', billing_emails: ['accounts@example.com'] },
    purchase_order: 'PO 4711',
  })),
  'billing.change_vat_number': asFreshAccount(async ({ succeed }, { bearer }) => {
    await succeed('billing.update', { country: 'SE' }, { bearer });
    return { new_vat_number: 'SE556012579001' };
  }),
  'billing.change_spending_cap': asFreshAccount(() => ({ spending_cap: '250.00' })),
  'billing.cancel': asFreshAccount(async (world, caller) => {
    await enabled(world, caller);
    return {};
  }),
  'billing.keep': asFreshAccount(async (world, caller) => {
    await enabled(world, caller);
    await world.succeed('billing.cancel', {}, { bearer: caller.bearer });
    return {};
  }),
  'billing.enable': asFreshAccount(async (world, caller) => {
    await verifyEmail(world, caller);
    await addCard(world, caller);
    await addBillingDetails(world, caller);
    return {};
  }),
  'bill.get': asBilledAccount((id) => ({ id })),
  'bill.list': asBilledAccount(() => ({})),
  'bill.pay': asBilledAccount((id) => ({ id })),
  'bill.pdf': asBilledAccount((id) => ({ id })),
  'bill.usage': asBilledAccount((id) => ({ id, format: 'json' })),
  'bill.export': asBilledAccount(() => ({ format: 'json' })),
  'transaction.list': asBilledAccount((bill_id) => ({ bill_id })),
  'payment_method.get': asFreshAccount(async (world, caller) => ({ id: await addCard(world, caller) })),
  'payment_method.list': asBilledAccount((bill_id) => ({ bill_id })),
  'payment_method.change_primary': asFreshAccount(async (world, caller) => {
    await addCard(world, caller);
    return { id: await addCard(world, caller) };
  }),
  'payment_method.delete': asFreshAccount(async (world, caller) => {
    await addCard(world, caller);
    return { id: await addCard(world, caller) };
  }),
  'stripe.start': asAccount(() => ({})),
  'stripe.complete': asFreshAccount(async (world, caller) => ({ setup_intent_id: await cardSetup(world, caller) })),
};

export function credentialsFor(id: OperationId, caller: Account | undefined): Credentials {
  const [scheme] = schemesOf(id);
  if (!caller || !scheme) return {};
  return scheme === 'apiKey' ? { basic: caller.basic } : { bearer: caller.bearer };
}

export const perform = (call: Call, id: OperationId, scenario: Scenario, headers: Record<string, string> = {}) =>
  call(id, scenario.body, credentialsFor(id, scenario.caller), { ...scenario.headers, ...headers });

export type Callers = 'anyone' | 'key' | 'user' | 'key or user';

/** What a field of the request names: a resource of one account, a token or a proof, or a position in a list. */
type Names =
  | 'session'
  | 'shared view'
  | 'note'
  | 'user'
  | 'callback'
  | 'callback endpoint'
  | 'link'
  | 'request'
  | 'invitation'
  | 'sign-in'
  | 'passkey'
  | 'bill'
  /** A credit note of the bill that the call also names. */
  | 'credit note'
  | 'payment method'
  | 'card setup'
  | 'session token'
  | 'demo token'
  | 'proof'
  /** An id to search for in records. Its object may no longer exist, and an unknown id finds nothing. */
  | 'recorded'
  | 'position';

interface Access {
  callers: Callers;
  /** Users with the role `support` may call it too. Not set for calls about one's own sign-in, which every user may make. */
  support?: true;
  names?: Record<string, Names>;
}

/** Who may call each operation, and what its fields name. Written by hand next to the scenarios. */
export const ACCESS: Record<OperationId, Access> = {
  'session.create': { callers: 'key or user', support: true },
  'session.get': { callers: 'key or user', support: true, names: { id: 'session' } },
  'session.list': { callers: 'key or user', support: true, names: { cursor: 'position', link_id: 'link' } },
  'session.state': { callers: 'key', names: { id: 'session' } },
  'session.renew_link': { callers: 'key or user', support: true, names: { id: 'session' } },
  'session.abort': { callers: 'key or user', support: true, names: { id: 'session' } },
  'session.proof': { callers: 'key or user', names: { id: 'session' } },
  'session.count': { callers: 'user', support: true, names: { link_id: 'link' } },
  'session.export': { callers: 'user', support: true, names: { link_id: 'link', assignee_id: 'user' } },
  'session.pdf': { callers: 'user', support: true, names: { id: 'session' } },
  'session.timeline': { callers: 'user', support: true, names: { id: 'session' } },
  'session.seen_before': { callers: 'key or user', support: true, names: { id: 'session' } },
  'session.redact': { callers: 'key or user', support: true, names: { id: 'session' } },
  'session_view.create': { callers: 'user', support: true },
  'session_view.list': { callers: 'user', support: true, names: { cursor: 'position' } },
  'session_view.update': { callers: 'user', support: true, names: { id: 'shared view' } },
  'session_view.delete': { callers: 'user', support: true, names: { id: 'shared view' } },
  'session_note.create': { callers: 'user', support: true, names: { session_id: 'session' } },
  'session_note.list': { callers: 'user', support: true, names: { session_id: 'session', cursor: 'position' } },
  'session_note.update': { callers: 'user', support: true, names: { id: 'note' } },
  'session_note.delete': { callers: 'user', support: true, names: { id: 'note' } },
  'session_mark.set': { callers: 'user', support: true, names: { session_id: 'session', assignee_id: 'user' } },
  'session_mark.clear': { callers: 'user', support: true, names: { session_id: 'session' } },
  'session_mark.get': { callers: 'user', support: true },
  'session_mark.list': {
    callers: 'user',
    support: true,
    names: { cursor: 'position', link_id: 'link', assignee_id: 'user' },
  },
  'session_mark.assignees': { callers: 'user', support: true },
  'policy.create': { callers: 'key or user' },
  'policy.list': { callers: 'key or user', support: true, names: { cursor: 'position' } },
  'policy.get': { callers: 'key or user', support: true },
  'policy.update': { callers: 'key or user' },
  'policy.delete': { callers: 'key or user' },
  'policy.preview': { callers: 'key or user' },
  'callback.list': { callers: 'key or user', support: true, names: { session_id: 'session', cursor: 'position' } },
  'callback.get': { callers: 'key or user', support: true, names: { id: 'callback' } },
  'callback.resend': { callers: 'key or user', support: true, names: { id: 'callback' } },
  'callback.health': { callers: 'user', support: true },
  'callback.search': { callers: 'user', support: true, names: { session_id: 'session', cursor: 'position' } },
  'callback.failed': { callers: 'user', support: true },
  'callback.resend_failed': { callers: 'user', support: true },
  'callback.test': { callers: 'user' },
  'callback.listen': { callers: 'key', names: { cursor: 'position' } },
  'link.create': { callers: 'key or user', support: true },
  'link.list': { callers: 'key or user', support: true, names: { cursor: 'position' } },
  'link.get': { callers: 'key or user', support: true, names: { id: 'link' } },
  'link.update': { callers: 'key or user', support: true, names: { id: 'link' } },
  'link.delete': { callers: 'key or user', support: true, names: { id: 'link' } },
  'link.open': { callers: 'anyone' },
  'link.start': { callers: 'anyone' },
  'callback_endpoint.create': { callers: 'key or user' },
  'callback_endpoint.list': { callers: 'key or user', support: true, names: { cursor: 'position' } },
  'callback_endpoint.get': { callers: 'key or user', support: true, names: { id: 'callback endpoint' } },
  'callback_endpoint.update': { callers: 'key or user', names: { id: 'callback endpoint' } },
  'callback_endpoint.delete': { callers: 'key or user', names: { id: 'callback endpoint' } },
  'callback_endpoint.deliveries': {
    callers: 'key or user',
    support: true,
    names: { id: 'callback endpoint', cursor: 'position' },
  },
  'callback_endpoint.replay': { callers: 'key or user', support: true, names: { id: 'callback endpoint' } },
  'callback.secret': { callers: 'key or user' },
  'callback.rotate_secret': { callers: 'key or user' },
  'reader.open': { callers: 'anyone', names: { token: 'session token' } },
  'reader.start': { callers: 'anyone', names: { token: 'session token' } },
  'reader.challenge': { callers: 'anyone', names: { token: 'session token', reader_key: 'proof' } },
  'reader.chip_authentication': { callers: 'anyone', names: { token: 'session token', reader_key: 'proof' } },
  'reader.submit': { callers: 'anyone' },
  'reader.fail': { callers: 'anyone', names: { token: 'session token', reader_key: 'proof' } },
  'reader.abort': { callers: 'anyone', names: { token: 'session token', reader_key: 'proof' } },
  'reader.state': { callers: 'anyone', names: { token: 'session token' } },
  'demo.create': { callers: 'anyone' },
  'demo.get': { callers: 'anyone', names: { token: 'demo token' } },
  'demo.state': { callers: 'anyone', names: { token: 'demo token' } },
  'trust.get': { callers: 'anyone' },
  'user.self': { callers: 'user' },
  'user.list': { callers: 'user', names: { cursor: 'position' } },
  'user.get': { callers: 'user', names: { id: 'user' } },
  'user.create_service_user': { callers: 'user' },
  'user.rotate_service_user': { callers: 'key or user', names: { id: 'user' } },
  'user.rename_service_user': { callers: 'user', names: { id: 'user' } },
  'user.change_role': { callers: 'user', names: { id: 'user' } },
  'user.delete': { callers: 'user', names: { id: 'user' } },
  'invite.create': { callers: 'user' },
  'invite.get': { callers: 'anyone' },
  'invite.list': { callers: 'user', names: { cursor: 'position' } },
  'invite.revoke': { callers: 'user', names: { id: 'invitation' } },
  'merchant.self': { callers: 'user' },
  'merchant.update': { callers: 'user' },
  'merchant.change_delivery_key': { callers: 'user' },
  'merchant.delete': { callers: 'user' },
  'password.create': { callers: 'anyone' },
  'password.authenticate': { callers: 'anyone' },
  'password.recover_send_code': { callers: 'anyone' },
  'password.recover': { callers: 'anyone' },
  'password.verify_email_send_code': { callers: 'user' },
  'password.verify_email': { callers: 'user' },
  'password.change_email': { callers: 'user' },
  'password.undo_change_email': { callers: 'anyone' },
  'password.change_password': { callers: 'user' },
  'bearer.renew': { callers: 'anyone', names: { access_token: 'proof', refresh_token: 'proof' } },
  'bearer.revoke': { callers: 'anyone', names: { access_token: 'proof' } },
  'bearer.prove': { callers: 'user' },
  'sign_in.list': { callers: 'user', names: { cursor: 'position' } },
  'sign_in.revoke': { callers: 'user', names: { id: 'sign-in' } },
  'sign_in.revoke_others': { callers: 'user' },
  'totp.self': { callers: 'user' },
  'totp.create': { callers: 'user' },
  'totp.confirm': { callers: 'user' },
  'totp.delete': { callers: 'user' },
  'recovery_code.create': { callers: 'user' },
  'passkey.start_sign_up': { callers: 'anyone' },
  'passkey.sign_up': { callers: 'anyone' },
  'passkey.start_authentication': { callers: 'anyone' },
  'passkey.authenticate': { callers: 'anyone' },
  'passkey.start_registration': { callers: 'user' },
  'passkey.register': { callers: 'user' },
  'passkey.list': { callers: 'user', names: { cursor: 'position' } },
  'passkey.rename': { callers: 'user', names: { id: 'passkey' } },
  'passkey.delete': { callers: 'user', names: { id: 'passkey' } },
  'google.uri': { callers: 'anyone' },
  'google.authenticate': { callers: 'anyone' },
  'microsoft.uri': { callers: 'anyone' },
  'microsoft.authenticate': { callers: 'anyone' },
  'dashboard.get_started': { callers: 'user', support: true },
  'dashboard.usage': { callers: 'key or user', support: true },
  'dashboard.overview': { callers: 'user', support: true },
  'audit.list': { callers: 'user', names: { user: 'recorded', target: 'recorded', cursor: 'position' } },
  'audit.export': { callers: 'user', names: { user: 'recorded', target: 'recorded' } },
  'request.list': {
    callers: 'user',
    support: true,
    names: { session_id: 'session', user_id: 'user', cursor: 'position' },
  },
  'request.get': { callers: 'user', support: true, names: { request_id: 'request' } },
  'billing.self': { callers: 'user' },
  'billing.preview': { callers: 'user' },
  'billing.update': { callers: 'user' },
  'billing.change_vat_number': { callers: 'user' },
  'billing.change_spending_cap': { callers: 'user' },
  'billing.cancel': { callers: 'user' },
  'billing.keep': { callers: 'user' },
  'billing.enable': { callers: 'user' },
  'bill.get': { callers: 'user', names: { id: 'bill' } },
  'bill.list': { callers: 'user', names: { cursor: 'position' } },
  'bill.pay': { callers: 'user', names: { id: 'bill' } },
  'bill.pdf': { callers: 'user', names: { id: 'bill', credit_note_id: 'credit note' } },
  'bill.usage': { callers: 'user', names: { id: 'bill' } },
  'bill.export': { callers: 'user' },
  'transaction.list': { callers: 'user', names: { bill_id: 'bill', cursor: 'position' } },
  'payment_method.get': { callers: 'user', names: { id: 'payment method' } },
  'payment_method.list': { callers: 'user', names: { bill_id: 'bill', cursor: 'position' } },
  'payment_method.change_primary': { callers: 'user', names: { id: 'payment method' } },
  'payment_method.delete': { callers: 'user', names: { id: 'payment method' } },
  'stripe.start': { callers: 'user' },
  'stripe.complete': { callers: 'user', names: { setup_intent_id: 'card setup' } },
};
