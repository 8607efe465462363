/**
 * What an operator can do against abuse and for users who cannot sign in: `operator suspend`, `resume`, `end-sign-ins`,
 * `reset-factors`, `withdraw-key`.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { setUpApp } from '../support/outside/authenticator-app.ts';
import { runOperator } from '../support/packages/script.ts';
import { verifyEmail } from '../support/server/billing.ts';
import { inviteReference, teammate } from '../support/server/team.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

const operator = (...args: string[]) => runOperator(server, ...args);
const sure = (...args: string[]) => operator(...args, '--yes');

async function newcomer() {
  const account = await server.account();
  const { id } = await world.succeed('user.self', {}, { bearer: account.bearer });
  const { merchant_id } = await server.ctx.db
    .selectFrom('users')
    .select('merchant_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...account, id, merchant_id, world: createWorld(server, account) };
}

const SUSPENDED = { error: 'This account is suspended. Contact support', code: 'account_suspended' };
const refused = (result: { status: number; body: unknown }) =>
  expect([result.status, result.body]).toEqual([403, expect.objectContaining(SUSPENDED)]);

const operatorsDeeds = async (bearer: string) =>
  (await world.succeed('audit.list', { limit: 50 }, { bearer })).entries
    .filter(({ actor }) => actor === 'OPERATOR')
    .map(({ action, target_id, reason }) => ({ action, target_id, reason }));

describe('a suspended account', () => {
  test('is refused everywhere with its own error code, and everything works again after it is resumed', async () => {
    const { world, email, password, bearer, basic, merchant_id } = await newcomer();
    const ended = await world.ended();
    const reading = await world.started();
    const submission = await world.submission();
    const { token } = await world.session();
    const { code, out } = await sure('suspend', email, '--reason', 'Reported for fraud');
    expect([code, out]).toEqual([0, expect.stringContaining(`Account ${merchant_id}`)]);

    expect((await server.mailbox(email))[0]).toMatchObject({
      subject: 'Your Sigill account is suspended',
      text: expect.stringContaining('Reported for fraud'),
    });

    for (const id of ['user.self', 'session.list', 'billing.self', 'audit.list', 'merchant.delete'] as OperationId[])
      refused(await server.call(id, {}, { bearer }));
    refused(await server.call('session.create', {}, { basic }));
    refused(await server.call('session.get', { id: ended.id }, { basic }));
    for (let attempt = 0; attempt < 12; attempt++)
      refused(await server.call('password.authenticate', { email, password }));
    expect((await server.call('password.authenticate', { email, password: 'wrong horse' })).status).toBe(401);
    for (const id of ['reader.open', 'reader.state', 'reader.abort'] as OperationId[])
      refused(await server.call(id, { token }));
    refused(await server.call('reader.start', { token, platform: 'CLI', app_version: '1.0.0' }));
    const { token: started, reader_key } = reading;
    refused(await server.call('reader.challenge', { token: started, reader_key }));
    refused(await server.call('reader.fail', { token: started, reader_key, code: 'read_error' }));
    refused(await server.call('reader.submit', submission.body, {}, submission.headers));

    const others = createWorld(server, await server.account());
    await others.ended();

    expect((await sure('resume', String(merchant_id))).code).toBe(0);
    expect((await server.mailbox(email))[0]).toMatchObject({ subject: 'Your Sigill account works again' });
    const submitted = await server.call('reader.submit', submission.body, {}, submission.headers);
    expect(submitted.status).toBe(200);
    expect((await server.call('password.authenticate', { email, password })).status).toBe(200);
    expect((await server.call('session.get', { id: ended.id }, { basic })).body).toMatchObject({ state: 'APPROVED' });
    expect(await operatorsDeeds(bearer)).toEqual([
      { action: 'merchant.resume' },
      { action: 'merchant.suspend', reason: 'Reported for fraud' },
    ]);
  });

  test('keeps its callbacks, which are sent after it is resumed', async () => {
    const { world, email } = await newcomer();
    const receiver = email.replace(/@.*/, '');
    const { id } = await world.session({ callback_url: `${server.base}/_local/callbacks/${receiver}` });
    await sure('suspend', email);
    const { db, deps } = server.ctx;
    await server.advance('PT25H');
    await eventually(
      async () => (await db.selectFrom('callbacks').select('id').where('session_id', '=', id).execute()).length === 1,
      'the session to expire',
    );
    const other = createWorld(server, await server.account());
    await other.delivered();
    deps.wake('callbacks');
    await other.delivered();
    expect(await server.receivedCallbacks(receiver)).toEqual([]);
    expect((await operator('status')).out).toContain('callbacks     operational');
    await sure('resume', email);
    deps.wake('callbacks');
    await eventually(async () => (await server.receivedCallbacks(receiver)).length === 1, 'the callback');
  });

  test('accepts nobody through an invitation', async () => {
    const { world: own, email, bearer } = await newcomer();
    await verifyEmail(own, { email, bearer });
    const invited = own.freshEmail();
    await own.succeed('invite.create', { email: invited }, { bearer });
    const mail = await eventually(async () => (await server.mailbox(invited))[0], 'the invitation');
    const reference = inviteReference(mail);
    await sure('suspend', email);
    refused(await server.call('password.create', { email: invited, password: 'correct horse', reference }));
    await sure('resume', email);
    expect(
      (await server.call('password.create', { email: invited, password: 'correct horse', reference })).status,
    ).toBe(200);
  });

  test('is suspended and resumed only once', async () => {
    const { email } = await newcomer();
    expect((await sure('resume', email)).err).toMatch(/is not suspended/);
    await sure('suspend', email);
    expect(await sure('suspend', email)).toMatchObject({ code: 1, err: expect.stringMatching(/is already suspended/) });
  });
});

describe('a user helped by an operator', () => {
  test('is signed out everywhere when the operator ends their sign-ins, and can sign in again', async () => {
    const { bearer, email, password, id, credentials } = await newcomer();
    expect((await sure('end-sign-ins', email, '--reason', 'Laptop stolen')).code).toBe(0);
    expect((await server.call('user.self', {}, { bearer })).status).toBe(401);
    const { refresh_token } = credentials;
    expect((await server.call('bearer.renew', { refresh_token })).status).toBe(401);
    const again = await world.succeed('password.authenticate', { email, password });
    expect(await operatorsDeeds(again.access_token)).toEqual([
      { action: 'user.end_sign_ins', target_id: id, reason: 'Laptop stolen' },
    ]);
  });

  test('who lost app and codes gets in with the password after a reset of the factors, and gets an email', async () => {
    const { bearer, email, password, id } = await newcomer();
    await setUpApp(server, bearer);
    const asked = await server.call('password.authenticate', { email, password });
    expect(asked.body).toMatchObject({ code: 'second_factor_required' });
    const { code, out } = await sure('reset-factors', String(id), '--reason', 'Phone lost, identity checked');
    expect([code, out]).toEqual([0, expect.stringContaining(email)]);
    expect((await server.call('user.self', {}, { bearer })).status).toBe(401);
    const again = await world.succeed('password.authenticate', { email, password });
    expect(await operatorsDeeds(again.access_token)).toEqual([
      { action: 'user.reset_factors', target_id: id, reason: 'Phone lost, identity checked' },
    ]);
    const mail = await eventually(
      async () => (await server.mailbox(email)).find(({ text }) => /operator/.test(text)),
      'the mail about it',
    );
    expect(mail.text).toContain('removed the authenticator app, the passkeys and the recovery codes');
  });
});

test('a key withdrawn by an operator is refused immediately, and other keys of the account keep working', async () => {
  const { basic, bearer, key_id } = await newcomer();
  const other = await world.succeed('user.create_service_user', {}, { bearer });
  expect((await sure('withdraw-key', basic.public_key, '--reason', 'Found in a public repository')).code).toBe(0);
  expect((await server.call('session.list', {}, { basic })).status).toBe(401);
  expect((await server.call('session.list', {}, { basic: other })).status).toBe(200);
  expect(await operatorsDeeds(bearer)).toEqual([
    { action: 'user.withdraw_key', target_id: key_id, reason: 'Found in a public repository' },
  ]);
});

describe('the operator commands for access', () => {
  test('ask first, and say what would be right', async () => {
    const { email, basic } = await newcomer();
    expect(await operator('suspend', email)).toMatchObject({ code: 1, err: expect.stringContaining('Add --yes') });
    expect((await sure('suspend', 'nobody@example.com')).err).toBe(
      'No account has the id or email nobody@example.com. Run the accounts command to list them.\n',
    );
    expect((await sure('end-sign-ins', basic.public_key)).err).toContain('No user has this id or email');
    expect((await sure('withdraw-key', email)).err).toContain('No API key has this id or public key');
    expect((await sure('suspend', email, '--reason', 'x'.repeat(201))).err).toContain('200 characters');
    expect((await sure('reset-factors')).err).toContain('No user has this id or email');
  });

  test('leave the chain of the audit log intact', async () => {
    const { email, bearer } = await newcomer();
    const { id } = await teammate(world, { bearer, email });
    await sure('end-sign-ins', String(id), '--reason', 'Left the company');
    expect((await operator('audit')).code).toBe(0);
    const entry = server.ctx.db
      .updateTable('audit_entries')
      .where('target_id', '=', id)
      .where('actor', '=', 'OPERATOR');
    await entry.set({ reason: 'Something else' }).execute();
    expect((await operator('audit')).code).toBe(1);
    await entry.set({ reason: null }).execute();
    expect((await operator('audit')).code).toBe(1);
    await entry.set({ reason: 'Left the company' }).execute();
    expect((await operator('audit')).code).toBe(0);
  });
});
