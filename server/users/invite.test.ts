import { afterAll, describe, expect, it } from 'vitest';
import { createTestServer } from '../../tests/support/test-server.ts';

const server = await createTestServer();
afterAll(() => server.stop());
const { call, signUp, advance } = server;

async function invite(bearer: string, email: string): Promise<string> {
  expect((await call('invite.create', { email }, { bearer })).text).toBe('{}');
  const link = /https?:\/\/\S+/.exec((await server.mailbox(email))[0]!.text)![0];
  expect(new URL(link).pathname).toBe('/sign-up');
  return JSON.parse(new URL(link).searchParams.get('state')!).reference;
}

const join = (email: string, reference: string) =>
  call('password.create', { email, password: 'correct horse', reference });

describe('invite.create', () => {
  it("leads to the inviter's account, once", async () => {
    const { bearer } = await signUp();
    const reference = await invite(bearer, 'bo@example.com');
    const results = await Promise.all(['bo@example.com', 'cy@example.com'].map((email) => join(email, reference)));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(results.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'invite_used' });
    const { users } = (await call('user.list', {}, { bearer })).body;
    expect(users).toHaveLength(2);
    const joined = results.find(({ status }) => status === 200)!.body.access_token;
    expect((await call('user.list', {}, { bearer: joined })).body.users.map(({ id }) => id)).toEqual(
      users.map(({ id }) => id),
    );
  });

  it("lets both delete each other's keys but not themselves", async () => {
    const { bearer } = await signUp();
    const guest = await join('guest@example.com', await invite(bearer, 'guest@example.com'));
    const self = (await call('user.self', {}, { bearer: guest.body.access_token })).body;
    expect((await call('user.delete', { id: self.id }, { bearer })).status).toBe(200);
    expect((await call('user.self', {}, { bearer: guest.body.access_token })).status).toBe(401);
    expect((await call('bearer.renew', { refresh_token: guest.body.refresh_token })).status).toBe(401);
  });

  it('ends after 7 days', async () => {
    const { bearer } = await signUp();
    const reference = await invite(bearer, 'late@example.com');
    await advance('P7D');
    const { status, body } = await join('late@example.com', reference);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'invite_used', error: 'This invitation has expired. Ask for a new one' });
  });

  it('is not used up by a sign-up that fails', async () => {
    const { bearer, email } = await signUp();
    const reference = await invite(bearer, 'dee@example.com');
    expect((await join(email, reference)).status).toBe(409);
    expect((await join('dee@example.com', reference)).status).toBe(200);
  });

  it('refuses an address that has an account', async () => {
    const { bearer, email } = await signUp();
    const { status, body } = await call('invite.create', { email }, { bearer });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'email_taken' });
  });

  it('names the inviter only when the address is verified', async () => {
    const { bearer, email } = await signUp('inviter@example.com');
    await invite(bearer, 'one@example.com');
    expect((await server.mailbox('one@example.com'))[0]!.text).not.toContain(email);
    await server.deps.db.updateTable('users').set({ email_verified: 1 }).where('email', '=', email).execute();
    await invite(bearer, 'two@example.com');
    expect((await server.mailbox('two@example.com'))[0]!.text).toContain(email);
  });
});
