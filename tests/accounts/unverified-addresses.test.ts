/** Accounts with an unverified address: what the person who registered it keeps once the owner of the address takes over. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestExamples } from '../support/contract/contract.ts';
import { verifyEmail } from '../support/server/billing.ts';
import { freshEmail } from '../support/server/newcomers.ts';
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

async function recover(email: string): Promise<string> {
  await world.succeed('password.recover_send_code', { email });
  await world.succeed('password.recover', { email, code: await world.code(email), new_password: NEW_PASSWORD });
  return (await world.succeed('password.authenticate', { email, password: NEW_PASSWORD })).access_token;
}

async function invited(bearer: string, email: string): Promise<string> {
  await world.succeed('invite.create', { email }, { bearer });
  const [mail] = await server.mailbox(email);
  return /\/invite\/([\w-]+)/.exec(mail!.text)![1]!;
}

const exampleLogo = String(
  (requestExamples('merchant.update').find(({ name }) => name === 'brand')!.value as Record<string, unknown>)[
    'brand_logo'
  ],
);

const join = (email: string, reference: string) =>
  server.call('password.create', { email, password: 'correct horse', reference });

/** Simulates a user who joined when accepting an invitation did not yet verify the address. */
async function joinUnverified(email: string, reference: string) {
  const joined = await join(email, reference);
  await server.ctx.db.updateTable('users').set({ email_verified: 0 }).where('email', '=', email).execute();
  return joined;
}

const userIds = async (bearer: string) => (await world.succeed('user.list', {}, { bearer })).users.map(({ id }) => id);
const selfId = async (bearer: string) => (await world.succeed('user.self', {}, { bearer })).id;

describe('recovering an address that was never verified', () => {
  test('removes the keys, sign-ins, signing secret and branding of the person who registered it, and verifies it', async () => {
    const squatter = await server.account();
    const { secret } = await world.succeed('callback.secret', {}, { bearer: squatter.bearer });
    const before = await world.succeed('session.create', {}, { basic: squatter.basic });
    const look = { brand_color: '#aa0000', brand_logo: exampleLogo };
    await world.succeed('merchant.update', look, { bearer: squatter.bearer });
    const theirs = { url: 'https://squatter.example/', billing_emails: ['squatter@example.com'] };
    const endpoint = await world.succeed('callback_endpoint.create', { url: theirs.url }, { bearer: squatter.bearer });
    await world.succeed(
      'billing.update',
      { country: 'SE', billing_emails: theirs.billing_emails },
      { bearer: squatter.bearer },
    );
    const { crv, kty, x, y } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
    await world.succeed('merchant.change_delivery_key', { jwk: { crv, kty, x, y } }, { bearer: squatter.bearer });

    const bearer = await recover(squatter.email);
    expect(await world.succeed('user.self', {}, { bearer })).toMatchObject({ email_verified: true });
    expect((await server.call('session.list', {}, { basic: squatter.basic })).status).toBe(401);
    expect((await server.call('session.get', { id: before.id }, { basic: squatter.basic })).status).toBe(401);
    expect((await server.call('user.self', {}, { bearer: squatter.bearer })).status).toBe(401);
    const { refresh_token } = squatter.credentials;
    expect((await server.call('bearer.renew', { refresh_token })).status).toBe(401);
    expect(await userIds(bearer)).toEqual([await selfId(bearer)]);
    expect((await world.succeed('callback.secret', {}, { bearer })).secret).not.toBe(secret);
    const shown = await world.succeed('merchant.self', {}, { bearer });
    expect(shown).not.toHaveProperty('delivery_key');
    expect((await world.succeed('callback_endpoint.list', {}, { bearer })).endpoints).toEqual([]);
    expect(await world.succeed('billing.self', {}, { bearer })).not.toHaveProperty('billing_emails');
    expect(Object.keys(shown).filter((name) => name.startsWith('brand'))).toEqual([]);
    expect((await world.succeed('dashboard.get_started', {}, { bearer })).email_verified).toBe(true);
    const { entries } = await world.succeed('audit.list', {}, { bearer });
    expect(entries).toContainEqual(expect.objectContaining({ action: 'user.delete', target_id: squatter.key_id }));
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'callback_endpoint.delete', target_id: endpoint.id }),
    );
    expect(entries).toContainEqual(expect.objectContaining({ action: 'merchant.change_delivery_key' }));
  });

  test('removes the users and invitations it had, too', async () => {
    // The squatter verifies their own address, and leaves the account to an accomplice, who enters the victim's address.
    const squatter = await server.account();
    await verifyEmail(world, squatter);
    const [accomplice, second] = [freshEmail(), freshEmail()];
    const joined = await joinUnverified(second, await invited(squatter.bearer, second));
    const { access_token: theirs } = (await joinUnverified(accomplice, await invited(squatter.bearer, accomplice)))
      .body;
    const [later, victim] = [freshEmail(), freshEmail()];
    const open = await invited(squatter.bearer, later);
    const change = { password: 'correct horse', new_email: victim };
    await world.succeed('password.change_email', change, { bearer: theirs });
    await world.succeed('user.delete', { id: await selfId(squatter.bearer) }, { bearer: theirs });

    const bearer = await recover(victim);
    expect(await userIds(bearer)).toEqual([await selfId(bearer)]);
    expect((await server.call('user.self', {}, { bearer: joined.body.access_token })).status).toBe(401);
    expect((await server.call('session.list', {}, { basic: squatter.basic })).status).toBe(401);
    expect((await join(later, open)).body).toMatchObject({ code: 'invite_used' });
    expect(await world.succeed('invite.list', {}, { bearer })).toEqual({ invites: [] });
  });

  test('leaves the account to a colleague whose address is verified, and starts an empty one', async () => {
    const colleague = await server.account();
    await verifyEmail(world, colleague);
    const email = freshEmail();
    await joinUnverified(email, await invited(colleague.bearer, email));

    const bearer = await recover(email);
    expect(await userIds(bearer)).toEqual([await selfId(bearer)]);
    expect((await world.succeed('billing.self', {}, { bearer })).state).toBe('TRIAL');
    expect(await userIds(colleague.bearer)).toHaveLength(2);
    expect(await userIds(colleague.bearer)).not.toContain(await selfId(bearer));
    expect((await server.call('session.list', {}, { basic: colleague.basic })).status).toBe(200);
  });
});

test('recovering a verified address leaves keys, users and invitations as they are', async () => {
  const owner = await server.account();
  await verifyEmail(world, owner);
  const [guest, later] = [freshEmail(), freshEmail()];
  await join(guest, await invited(owner.bearer, guest));
  const open = await invited(owner.bearer, later);

  const bearer = await recover(owner.email);
  expect(await userIds(bearer)).toHaveLength(3);
  expect((await server.call('session.list', {}, { basic: owner.basic })).status).toBe(200);
  expect((await join(later, open)).status).toBe(200);
});

describe('email addresses', () => {
  const never = [
    'a@x.yy>',
    '<script>@x.yy',
    'a@b.cc.',
    'a@b..cc',
    'a@-b.cc',
    'a\u200b@b.cc',
    'a@b\u200d.cc',
    'a@b.c\u202ec',
    'a"b@x.yy',
    'a,b@x.yy',
    'a@b;c.dd',
    'a@[127.0.0.1]',
    '\uff1ca\uff1e@x.yy',
  ];
  test.each(never)('%j, which cannot receive email, is refused with a hint', async (email) => {
    const { status, body } = await server.call('password.create', { email, password: 'correct horse' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_value', details: [{ path: 'email' }] });
    expect((body as unknown as { error: string }).error).toMatch(/^email must be an email address such as name@/);
  });

  const good = [
    'a@b.co',
    "o'neil+x@mail.example.com",
    'ünïcode@exämple.se',
    '用户@例子.公司',
    'a_b-c@b-c.d-e.ff',
    'a@b.xn--p1ai',
  ];
  test.each(good)('%j is accepted', async (email) => {
    expect((await server.call('password.create', { email, password: 'correct horse' })).status).toBe(200);
  });

  test('in look-alike letters count as the usual ones', async () => {
    const email = freshEmail();
    const wide = email.replace(/[a-z]/, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0));
    expect(wide).not.toBe(email);
    const signUp = await server.call('password.create', { email: wide, password: 'correct horse' });
    expect((await world.succeed('user.self', {}, { bearer: signUp.body.access_token })).email).toBe(email);
    expect((await server.call('password.create', { email, password: 'correct horse' })).body).toMatchObject({
      code: 'email_taken',
    });
  });

  test('of any length are checked in linear time', async () => {
    for (const email of [`a@${'b.'.repeat(120)}!`, `${'a'.repeat(250)}@`, `a@${'b'.repeat(250)}`]) {
      expect((await server.call('password.create', { email, password: 'correct horse' })).status).toBe(400);
    }
  });
});
