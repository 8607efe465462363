/**
 * A new address takes effect when its code is entered. For 72 hours after the change was requested, the owner of the previous
 * address can undo it, even if it has taken effect.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setUpApp } from '../support/outside/authenticator-app.ts';
import { undoCode, withNewEmail } from '../support/server/email-changes.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

const NEW_PASSWORD = 'battery staple';
const PASSWORD = 'correct horse';

const changed = () => withNewEmail(world);

const changeEmail = ({ bearer, password }: { bearer: string; password: string }, new_email: string) =>
  world.succeed('password.change_email', { password, new_email }, { bearer });

async function confirm(bearer: string, email: string): Promise<void> {
  await server.advance('PT31S');
  await world.succeed('password.verify_email_send_code', {}, { bearer });
  await world.succeed('password.verify_email', { code: await world.code(email) }, { bearer });
}

const signIn = (email: string, password: string) => server.call('password.authenticate', { email, password });
const selfOf = (bearer: string) => world.succeed('user.self', {}, { bearer });
const isSignedIn = async (bearer: string) => (await server.call('user.self', {}, { bearer })).status === 200;

async function recover(email: string): Promise<void> {
  await world.succeed('password.recover_send_code', { email });
  await world.succeed('password.recover', { email, code: await world.code(email), new_password: NEW_PASSWORD });
}

const undo = (code: string) => server.call('password.undo_change_email', { code });

describe('a new address whose code was not entered', () => {
  test('is shown as unverified and does not sign in, while the previous address does', async () => {
    const { bearer, email, new_email } = await changed();
    expect(await selfOf(bearer)).toMatchObject({ email: new_email, alias: new_email, email_verified: false });
    expect((await world.succeed('dashboard.get_started', {}, { bearer })).email_verified).toBe(false);
    expect(await server.call('invite.create', { email: world.freshEmail() }, { bearer })).toMatchObject({
      status: 403,
      body: { code: 'email_not_verified' },
    });
    expect((await signIn(new_email, PASSWORD)).status).toBe(401);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
    await confirm(bearer, new_email);
    expect(await selfOf(bearer)).toMatchObject({ email: new_email, email_verified: true });
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    expect((await signIn(new_email, PASSWORD)).status).toBe(200);
  });

  test('gives nobody who has its mailbox access to the account, as after a typing error', async () => {
    const { bearer, basic, new_email } = await changed();
    await world.succeed('password.recover_send_code', { email: new_email });
    const recoverable = async () => (await server.mailbox(new_email)).some(({ subject }) => /password/.test(subject));
    expect(await recoverable()).toBe(false);
    expect(await isSignedIn(bearer)).toBe(true);
    expect((await server.call('session.list', {}, { basic })).status).toBe(200);
  });

  test('can be signed up with by its owner, and is then refused to the user who entered it', async () => {
    const { bearer, new_email } = await changed();
    await server.advance('PT31S');
    await world.succeed('password.verify_email_send_code', {}, { bearer });
    const code = await world.code(new_email);
    expect((await server.call('password.create', { email: new_email, password: PASSWORD })).status).toBe(200);
    expect(await server.call('password.verify_email', { code }, { bearer })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
  });

  test('is forgotten when the previous address recovers the account, which keeps keys and the second factor', async () => {
    const { bearer, basic, email, new_email } = await changed();
    await setUpApp(server, bearer);
    await recover(email);
    expect(await isSignedIn(bearer)).toBe(false);
    expect(await signIn(email, NEW_PASSWORD)).toMatchObject({ status: 403, body: { code: 'second_factor_required' } });
    expect((await signIn(new_email, NEW_PASSWORD)).status).toBe(401);
    expect((await server.call('session.list', {}, { basic })).status).toBe(200);
  });

  test('is dropped when the previous address is entered again', async () => {
    const user = await changed();
    await changeEmail(user, user.email);
    expect(await selfOf(user.bearer)).toMatchObject({ email: user.email, alias: user.email, email_verified: true });
  });
});

describe('password.undo_change_email', () => {
  test('restores a verified address after the new one was confirmed, ends every sign-in and asks for a new password', async () => {
    const { bearer, email, new_email, credentials } = await changed();
    await confirm(bearer, new_email);
    const code = await undoCode(world, email);
    expect(await undo(code)).toMatchObject({ status: 200, body: { email } });
    expect(await isSignedIn(bearer)).toBe(false);
    expect((await server.call('bearer.renew', { refresh_token: credentials.refresh_token })).status).toBe(401);
    for (const address of [email, new_email]) expect((await signIn(address, PASSWORD)).status).toBe(401);
    await recover(email);
    const signedIn = (await signIn(email, NEW_PASSWORD)).body.access_token;
    expect(await selfOf(signedIn)).toMatchObject({ email, alias: email, email_verified: true });
    const { entries } = await world.succeed('audit.list', { limit: 5 }, { bearer: signedIn });
    expect(entries.map(({ action }) => action)).toContain('password.undo_change_email');
    expect(await undo(code)).toMatchObject({ status: 400, body: { code: 'invalid_link' } });
  });

  test('also takes back an address that was not confirmed', async () => {
    const { email, bearer } = await changed();
    expect((await undo(await undoCode(world, email))).status).toBe(200);
    expect(await isSignedIn(bearer)).toBe(false);
    await recover(email);
    expect(await selfOf((await signIn(email, NEW_PASSWORD)).body.access_token)).toMatchObject({ email_verified: true });
  });

  test('skips all later addresses and restores the one that was changed first, and voids the later links', async () => {
    const user = await changed();
    await confirm(user.bearer, user.new_email);
    const last = world.freshEmail();
    await changeEmail(user, last);
    await confirm(user.bearer, last);
    const [first, later] = [await undoCode(world, user.email), await undoCode(world, user.new_email)];
    expect((await undo(first)).status).toBe(200);
    expect((await undo(later)).status).toBe(400);
  });

  test('works for 72 hours, in which nobody else can register the address', async () => {
    const [user, other] = [await changed(), await changed()];
    for (const { bearer, new_email } of [user, other]) await confirm(bearer, new_email);
    const signUp = () => server.call('password.create', { email: user.email, password: PASSWORD });
    const [code, late] = [await undoCode(world, other.email), await undoCode(world, user.email)];
    await server.advance('PT71H50M');
    expect(await signUp()).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    expect((await undo(code)).status).toBe(200);
    await server.advance('PT11M');
    expect(await undo(late)).toMatchObject({ status: 400, body: { code: 'invalid_link' } });
    expect((await signUp()).status).toBe(200);
  });

  test('is not offered to an unverified address, and its code is stored as a hash', async () => {
    const user = await server.account();
    await changeEmail(user, world.freshEmail());
    const [mail] = await server.mailbox(user.email);
    expect(mail!.text).not.toMatch(/https?:/);
    const { email } = await changed();
    const stored = await server.ctx.db.selectFrom('email_changes').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(await undoCode(world, email));
  });
});
