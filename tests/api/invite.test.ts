import { afterAll, describe, expect, test } from 'vitest';
import { BILLING_DETAILS, verifyEmail } from '../support/server/billing.ts';
import { inviteReference } from '../support/server/team.ts';
import { createTestServer } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

const server = await createTestServer();
afterAll(() => server.stop());
const { call, signUp, advance } = server;

async function owner(email?: string) {
  const user = await signUp(email);
  await verifyEmail(createWorld(server, { ...user, basic: { public_key: '', secret: '' }, key_id: 0 }), user);
  return user;
}

async function invite(bearer: string, email: string): Promise<string> {
  expect((await call('invite.create', { email, role: 'owner' }, { bearer })).text).toBe('{}');
  return inviteReference((await server.mailbox(email))[0]!);
}

const join = (email: string, reference: string) =>
  call('password.create', { email, password: 'correct horse', reference });

describe('invite.create', () => {
  test("lets the invited person join the inviter's account, once", async () => {
    const { bearer } = await owner();
    const reference = await invite(bearer, 'bo@example.com');
    const results = await Promise.all(['bo@example.com', 'Bo@Example.com'].map((email) => join(email, reference)));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await join('cy@example.com', reference)).body).toMatchObject({ code: 'invite_used' });
    const { users } = (await call('user.list', {}, { bearer })).body;
    expect(users).toHaveLength(2);
    const joined = results.find(({ status }) => status === 200)!.body.access_token;
    expect((await call('user.list', {}, { bearer: joined })).body.users.map(({ id }) => id)).toEqual(
      users.map(({ id }) => id),
    );
    expect((await call('user.self', {}, { bearer: joined })).body).toMatchObject({ email_verified: true });
  });

  test("lets both users delete each other's keys but not themselves", async () => {
    const { bearer } = await owner();
    const guest = await join('guest@example.com', await invite(bearer, 'guest@example.com'));
    const self = (await call('user.self', {}, { bearer: guest.body.access_token })).body;
    expect((await call('user.delete', { id: self.id }, { bearer })).status).toBe(200);
    expect((await call('user.self', {}, { bearer: guest.body.access_token })).status).toBe(401);
    expect((await call('bearer.renew', { refresh_token: guest.body.refresh_token })).status).toBe(401);
  });

  test('expires after 7 days', async () => {
    const { bearer } = await owner();
    const reference = await invite(bearer, 'late@example.com');
    await advance('P7D');
    const { status, body } = await join('late@example.com', reference);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'invite_used', error: 'This invitation has expired. Ask for a new one' });
  });

  test('is not used up by a failed sign-up', async () => {
    const { bearer, email } = await owner();
    const reference = await invite(bearer, 'dee@example.com');
    expect((await join(email, reference)).status).toBe(409);
    expect((await join('dee@example.com', reference)).status).toBe(200);
  });

  test('refuses an address that already has an account', async () => {
    const { bearer, email } = await owner();
    const { status, body } = await call('invite.create', { email }, { bearer });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'email_taken' });
  });

  test('names the inviter in the email', async () => {
    const { bearer, email } = await owner('inviter@example.com');
    await invite(bearer, 'two@example.com');
    expect((await server.mailbox('two@example.com'))[0]!.text).toContain(email);
  });

  test('requires a verified address', async () => {
    const { bearer } = await signUp();
    const { status, body } = await call('invite.create', { email: 'three@example.com' }, { bearer });
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'email_not_verified', error: 'Verify your email before inviting others' });
    expect(await server.mailbox('three@example.com')).toEqual([]);
  });

  test('lets nobody but the invited address join the account', async () => {
    const { bearer } = await owner();
    const reference = await invite(bearer, 'Eve.Invited@example.com');
    const other = await join('mallory@example.com', reference);
    expect(other.status).toBe(409);
    expect(other.body).toMatchObject({
      code: 'invite_for_another_email',
      error: 'This invitation is for Eve.Invited@example.com. Sign up with that email',
      details: [{ path: 'email' }],
    });
    expect((await join('eve.invited@EXAMPLE.com', reference)).status).toBe(200);
    expect((await call('user.list', {}, { bearer })).body.users).toHaveLength(2);
  });

  test('is revoked when the user who sent it is deleted', async () => {
    const { bearer } = await owner();
    const guest = await join('leaver@example.com', await invite(bearer, 'leaver@example.com'));
    const { access_token } = guest.body;
    const self = (await call('user.self', {}, { bearer: access_token })).body;
    const reference = await invite(access_token, 'way.back@example.com');
    expect((await call('user.delete', { id: self.id }, { bearer })).status).toBe(200);
    const { status, body } = await join('way.back@example.com', reference);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'invite_used', error: 'This invitation was revoked. Ask for a new one' });
    expect((await call('invite.list', {}, { bearer })).body).toEqual({ invites: [] });
  });

  test('revokes an earlier invitation to the same address', async () => {
    const { bearer } = await owner();
    const first = await invite(bearer, 'again@example.com');
    const second = await invite(bearer, 'again@example.com');
    expect((await call('invite.list', {}, { bearer })).body.invites).toHaveLength(1);
    expect((await join('again@example.com', first)).body).toMatchObject({ code: 'invite_used' });
    expect((await join('again@example.com', second)).status).toBe(200);
  });

  test('emails one address only a few times a day', async () => {
    const { bearer } = await owner();
    const send = () => call('invite.create', { email: 'pestered@example.com' }, { bearer });
    for (let sent = 0; sent < 5; sent++) expect((await send()).status).toBe(200);
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600);
    expect(await server.mailbox('pestered@example.com')).toHaveLength(5);
  });
});

describe('invite.get', () => {
  const read = async (reference: string) => (await call('invite.get', { reference })).body;

  test('tells anyone with the link who sent it and to which account it leads', async () => {
    const { bearer, email } = await owner();
    await call('billing.update', { ...BILLING_DETAILS, company: 'Nordlicht GmbH', country: 'DE' }, { bearer });
    const reference = await invite(bearer, 'read@example.com');
    const said = { role: 'owner', expires: expect.any(String), inviter: email, merchant_name: 'Nordlicht GmbH' };
    expect(await read(reference)).toEqual({ ...said, state: 'OPEN', email: 'read@example.com' });
    await join('read@example.com', reference);
    expect(await read(reference)).toEqual({ ...said, state: 'USED' });
    expect((await call('invite.get', { reference: 'unknown' })).status).toBe(404);
  });

  test('says that it was revoked or has expired', async () => {
    const { bearer } = await owner();
    const [first, second] = [await invite(bearer, 'r@example.com'), await invite(bearer, 'r@example.com')];
    expect(await read(first)).toMatchObject({ state: 'REVOKED' });
    await advance('P7D');
    const late = await read(second);
    expect(late).toMatchObject({ state: 'EXPIRED' });
    expect(late).not.toHaveProperty('email');
  });
});

describe('invite.list', () => {
  test('shows pending invitations, in pages, newest first', async () => {
    const { bearer } = await owner();
    const { id } = (await call('user.self', {}, { bearer })).body;
    const used = await invite(bearer, 'l0@example.com');
    for (const email of ['l1@example.com', 'l2@example.com', 'l3@example.com']) {
      await advance('PT1S');
      await invite(bearer, email);
    }
    await join('l0@example.com', used);
    const first = (await call('invite.list', { limit: 2 }, { bearer })).body;
    expect(first.invites.map(({ email, user_id }) => [email, user_id])).toEqual([
      ['l3@example.com', id],
      ['l2@example.com', id],
    ]);
    const last = (await call('invite.list', { limit: 2, cursor: first.next_cursor! }, { bearer })).body;
    expect(last.invites.map(({ email }) => email)).toEqual(['l1@example.com']);
    expect(last.next_cursor).toBeUndefined();
    await advance('P7D');
    const { body } = await call('password.authenticate', { email: 'l0@example.com', password: 'correct horse' });
    expect((await call('invite.list', {}, { bearer: body.access_token })).body).toEqual({ invites: [] });
  });
});

describe('invite.revoke', () => {
  test('revokes an invitation, once', async () => {
    const { bearer } = await owner();
    const reference = await invite(bearer, 'revoked@example.com');
    const { id } = (await call('invite.list', {}, { bearer })).body.invites[0]!;
    expect((await call('invite.revoke', { id }, { bearer })).text).toBe('{}');
    expect((await call('invite.revoke', { id }, { bearer })).body).toMatchObject({ code: 'not_found' });
    expect((await call('invite.list', {}, { bearer })).body).toEqual({ invites: [] });
    expect((await join('revoked@example.com', reference)).body).toMatchObject({ code: 'invite_used' });
  });
});
