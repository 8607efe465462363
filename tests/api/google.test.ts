/** Most of this also holds for Microsoft, whose handlers share the code. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '../../server/secrets/random-secret.ts';
import { CLIENT, createOpenIdProvider, returnedTo } from '../support/outside/openid-provider.ts';
import {
  choose,
  createBrowser,
  createProviders,
  name,
  testSignInWith,
  verified,
} from '../support/outside/provider-sign-in.ts';
import { verifyEmail } from '../support/server/billing.ts';
import type { Result } from '../support/server/call.ts';
import { inviteReference } from '../support/server/team.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

const REFUSED = 'The sign-in could not be confirmed. Start again';

const world = await createProviders();
afterAll(() => world.stop());
const { server, providers, signIn, profile } = world;

describe('google.uri, google.authenticate', () => {
  testSignInWith('google', { world, type: 'GOOGLE', label: 'Google' });

  function expectRefused(result: Result, error = REFUSED) {
    expect({ status: result.status, ...(result.body as object) }).toMatchObject({
      status: 403,
      code: 'sign_in_refused',
      error,
    });
  }

  const countUsers = async () => (await server.ctx.db.selectFrom('users').select('id').execute()).length;

  test('uses the code flow with PKCE, nonce and the saved state', async () => {
    const browser = createBrowser(server);
    const saved = { reference: 'spring', locale: 'es' };
    const uri = new URL(await browser.start('google', encodeURIComponent(JSON.stringify(saved))));
    const query = Object.fromEntries(uri.searchParams);
    expect(uri.origin).toBe(providers.google.issuer);
    expect(query).toMatchObject({
      client_id: CLIENT.client_id,
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${server.base}/google`,
      scope: 'openid email',
    });
    expect(query['code_challenge']).toMatch(/^[\w-]{43}$/);
    expect(query['nonce']).toMatch(/^[\w-]{43}$/);
    expect(JSON.parse(query['state']!)).toEqual({ ...saved, nonce: expect.stringMatching(/^[\w-]{43}$/) });
  });

  test('never repeats a state, nonce or challenge', async () => {
    const browser = createBrowser(server);
    const seen = new Set<string>();
    for (let n = 0; n < 20; n++) {
      const { searchParams } = new URL(await browser.start('google', '{}'));
      for (const parameter of ['state', 'nonce', 'code_challenge']) seen.add(searchParams.get(parameter)!);
    }
    expect(seen.size).toBe(60);
  });

  test.each([
    ['text', 'reference=1 & more'],
    ['a list', '[1,2]'],
    ['broken encoding', '%7B%'],
  ])('accepts a saved state that is %s', async (_, state) => {
    const { searchParams } = new URL(await createBrowser(server).start('google', state));
    expect(JSON.parse(searchParams.get('state')!)).toMatchObject({ state, nonce: expect.any(String) });
  });

  test('refuses a saved state that does not fit in a URL', async () => {
    const { status, body } = await createBrowser(server).uri('google', 'é'.repeat(2048));
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid_value' } });
  });

  test('sets a cookie that scripts cannot read and that is sent when coming back from another site', async () => {
    const { headers } = await createBrowser(server).uri('google');
    expect(headers.get('set-cookie')).toMatch(
      /^sigill-browser=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/,
    );
  });

  test('signs in without the state, since the cookie identifies the browser', async () => {
    const browser = createBrowser(server);
    const person = providers.google.add(verified());
    const { code } = await providers.google.signIn(await browser.start('google'), person);
    await browser.start('microsoft');
    expect(await profile(await browser.authenticate('google', { code }))).toMatchObject({ email: person.email });
  });

  test('keeps two attempts of one browser apart', async () => {
    const browser = createBrowser(server);
    const [ada, bo] = [providers.google.add(verified()), providers.google.add(verified())];
    const uris = [await browser.start('google'), await browser.start('google')] as const;
    const adas = await providers.google.signIn(uris[0], ada);
    const bos = await providers.google.signIn(uris[1], bo);
    expect(await profile(await browser.authenticate('google', bos))).toMatchObject({ email: bo.email });
    expect(await profile(await browser.authenticate('google', adas))).toMatchObject({ email: ada.email });
  });

  describe('refuses', () => {
    test('a state swapped with that of another attempt', async () => {
      const browser = createBrowser(server);
      const person = providers.google.add(verified());
      const mine = await providers.google.signIn(await browser.start('google'), person);
      const other = returnedTo(new URL(await browser.start('google')));
      expectRefused(await browser.authenticate('google', { ...mine, state: other.state }));
      expectRefused(await browser.authenticate('google', { ...mine, state: `${mine.state} ` }));
    });

    test('an attempt from another browser, so that nobody can be signed in as somebody else', async () => {
      const attacker = createBrowser(server);
      const person = providers.google.add(verified());
      const returned = await providers.google.signIn(await attacker.start('google'), person);
      const victim = createBrowser(server);
      const before = await countUsers();
      expectRefused(await victim.authenticate('google', returned));
      await victim.start('google');
      expectRefused(await victim.authenticate('google', returned));
      expectRefused(await victim.authenticate('google', { code: returned.code }));
      expect(await countUsers()).toBe(before);
    });

    test('a used code', async () => {
      const browser = createBrowser(server);
      const person = providers.google.add(verified());
      const returned = await providers.google.signIn(await browser.start('google'), person);
      await profile(await browser.authenticate('google', returned));
      expectRefused(await browser.authenticate('google', returned));
      const { state } = returnedTo(new URL(await browser.start('google')));
      expectRefused(await browser.authenticate('google', { code: returned.code, state }));
    });

    test('a completed attempt, even with a fresh code', async () => {
      const browser = createBrowser(server);
      const person = providers.google.add(verified());
      const uri = await browser.start('google');
      const [once, twice] = [await providers.google.signIn(uri, person), await providers.google.signIn(uri, person)];
      await profile(await browser.authenticate('google', once));
      expectRefused(await browser.authenticate('google', twice));
    });

    test('all but one of many concurrent completions of an attempt, each with its own code', async () => {
      const browser = createBrowser(server);
      const person = providers.google.add(verified());
      const uri = await browser.start('google');
      const returned = await Promise.all(Array.from({ length: 6 }, () => providers.google.signIn(uri, person)));
      expect(new Set(returned.map(({ code }) => code)).size).toBe(6);
      const results = await Promise.all(returned.map((each) => browser.authenticate('google', each)));
      expect(results.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403, 403]);
    });

    test('a code of the other provider, with either state', async () => {
      const browser = createBrowser(server);
      const person = providers.microsoft.add(verified());
      const returned = await providers.microsoft.signIn(await browser.start('microsoft'), person);
      expectRefused(await browser.authenticate('google', returned));
      const { state } = returnedTo(new URL(await browser.start('google')));
      expectRefused(await browser.authenticate('google', { ...returned, state }));
    });

    test('an ID token with another nonce', async () => {
      const browser = createBrowser(server);
      const person = providers.google.add(verified());
      const uri = new URL(await browser.start('google'));
      uri.searchParams.set('nonce', 'chosen-by-somebody-else');
      expectRefused(await browser.authenticate('google', await providers.google.signIn(uri.href, person)));
    });

    test('a code requested without its PKCE verifier', async () => {
      const browser = createBrowser(server);
      const person = providers.google.add(verified());
      const uri = new URL(await browser.start('google'));
      uri.searchParams.set('code_challenge', hashToken('another verifier'));
      expectRefused(await browser.authenticate('google', await providers.google.signIn(uri.href, person)));
    });

    test('a made-up code', async () => {
      const browser = createBrowser(server);
      const { state } = returnedTo(new URL(await browser.start('google')));
      expectRefused(await browser.authenticate('google', { code: 'made-up', state }));
    });

    test('an attempt that took longer than half an hour', async () => {
      const browser = createBrowser(server);
      const returned = await providers.google.signIn(await browser.start('google'), providers.google.add(verified()));
      await server.advance('PT30M');
      expectRefused(await browser.authenticate('google', returned));
    });

    test.each([
      ['unverified', { email_verified: false }],
      ['not said to be verified', {}],
    ])('a sign-up whose address is %s', async (_, claims) => {
      const person = { id: name(), email: `${name()}@example.com`, ...claims };
      expectRefused(await signIn('google', person), 'Verify your email with the provider first');
      expect(await server.ctx.db.selectFrom('users').select('id').where('email', '=', person.email).execute()).toEqual(
        [],
      );
    });

    test('a sign-up without an address', async () => {
      const text = 'Google did not share your email address. Sign up with email and password';
      expectRefused(await signIn('google', { id: name() }), text);
      expectRefused(await signIn('google', { id: name(), email: 'root@localhost', email_verified: true }), text);
    });
  });

  describe('never links accounts by address', () => {
    const TAKEN = 'This email is already registered. Sign in the way you signed up';

    test('of a user registered with a password', async () => {
      const account = await server.signUp();
      expectRefused(await signIn('google', verified(account.email.toUpperCase())), TAKEN);
    });

    test('of a user registered with the other provider or another subject', async () => {
      const person = verified();
      const first = await profile(await signIn('google', person));
      expectRefused(await signIn('microsoft', person), TAKEN);
      expectRefused(await signIn('google', verified(person.email)), TAKEN);
      expect((await profile(await signIn('google', person))).id).toBe(first.id);
    });

    test('and recognises a person by the subject, even if the address changes or is no longer verified', async () => {
      const person = verified();
      const { id } = await profile(await signIn('google', person));
      const changed = await profile(
        await signIn('google', { ...person, email: `${name()}@example.com`, email_verified: false }),
      );
      expect(changed).toMatchObject({ id, email: person.email });
    });

    test('so a password sign-up under the same address is refused too', async () => {
      const person = verified();
      await profile(await signIn('google', person));
      const { status, body } = await server.call('password.create', { email: person.email, password: 'correct horse' });
      expect({ status, body }).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    });
  });

  describe('references', () => {
    async function invitation() {
      const inviter = await server.account();
      await verifyEmail(createWorld(server, inviter), inviter);
      const email = `${name()}@example.com`;
      await server.call('invite.create', { email }, inviter);
      const [mail] = await server.mailbox(email);
      return { inviter, email, reference: inviteReference(mail!) };
    }

    test('of an invitation join its account, once', async () => {
      const { inviter, email, reference } = await invitation();
      const person = verified(email);
      await profile(await signIn('google', person, reference));
      const { users } = (await server.call('user.list', {}, inviter)).body;
      expect(users).toContainEqual(expect.objectContaining({ type: 'GOOGLE', email: person.email }));
      const late = await signIn('microsoft', verified(), reference);
      expect({ status: late.status, body: late.body }).toMatchObject({ status: 409, body: { code: 'invite_used' } });
    });

    test('of an invitation are valid for the invited address only', async () => {
      const { inviter, email, reference } = await invitation();
      const other = await signIn('google', verified(), reference);
      expect({ status: other.status, body: other.body }).toMatchObject({
        status: 409,
        body: {
          code: 'invite_for_another_email',
          error: `This invitation is for ${email}. Sign up with that email`,
        },
      });
      await profile(await signIn('google', verified(email.toUpperCase()), reference));
      expect((await server.call('user.list', {}, inviter)).body.users).toHaveLength(3);
    });

    test('of an invitation survive a refused sign-up', async () => {
      const { email, reference } = await invitation();
      expectRefused(
        await signIn('google', { id: name(), email: `${name()}@example.com` }, reference),
        'Verify your email with the provider first',
      );
      await profile(await signIn('google', verified(email), reference));
    });

    test('that are unknown are kept as attribution', async () => {
      const person = verified();
      await profile(await signIn('google', person, 'spring-campaign'));
      const merchant = await server.ctx.db
        .selectFrom('merchants')
        .innerJoin('users', 'users.merchant_id', 'merchants.id')
        .select('merchants.reference')
        .where('users.email', '=', person.email)
        .executeTakeFirstOrThrow();
      expect(merchant.reference).toBe('spring-campaign');
    });
  });

  test('repeats the response under an idempotency key', async () => {
    const browser = createBrowser(server);
    const returned = await providers.google.signIn(await browser.start('google'), providers.google.add(verified()));
    const key = { 'Idempotency-Key': name() };
    const first = await browser.authenticate('google', returned, key);
    expect(first.status, first.text).toBe(200);
    expect((await browser.authenticate('google', returned, key)).text).toBe(first.text);
  });

  test('writes each sign-in to the audit log', async () => {
    const person = verified();
    const signedUp = await signIn('google', person);
    const { id } = await profile(signedUp);
    const again = await signIn('google', person);
    const { entries } = (await server.call('audit.list', {}, { bearer: again.body.access_token })).body;
    expect(entries.map(({ action, user_id, request_id }) => ({ action, user_id, request_id }))).toEqual(
      [again, signedUp].map(({ headers }) => ({
        action: 'google.authenticate',
        user_id: id,
        request_id: headers.get('x-request-id'),
      })),
    );
  });

  test('forgets a deleted user: the same person is new afterwards', async () => {
    const person = verified();
    const credentials = await signIn('google', person);
    const { id } = await profile(credentials);
    const deleted = await server.call('merchant.delete', {}, { bearer: credentials.body.access_token });
    expect(deleted.status, deleted.text).toBe(200);
    expect((await profile(await signIn('google', person))).id).not.toBe(id);
  });

  test('leaves no state, nonce, verifier or browser cookie in the database', async () => {
    const browser = createBrowser(server);
    const { searchParams } = new URL(await browser.start('google'));
    const rows = JSON.stringify(await server.ctx.db.selectFrom('sign_in_attempts').selectAll().execute());
    expect(rows).toContain(hashToken(searchParams.get('state')!));
    for (const secret of [searchParams.get('state')!, searchParams.get('nonce')!, browser.cookie.split('=')[1]!]) {
      expect(rows).not.toContain(secret);
    }
  });

  test('deletes expired attempts', async () => {
    const browser = createBrowser(server);
    const old = hashToken(new URL(await browser.start('google')).searchParams.get('state')!);
    await server.advance('PT31M');
    await browser.start('google');
    const left = await server.ctx.db.selectFrom('sign_in_attempts').select('state_hash').execute();
    expect(left).toHaveLength(1);
    expect(left[0]!.state_hash).not.toBe(old);
  });

  test('returns 503 while a provider is down, and signs in once it is back', async () => {
    const provider = await createOpenIdProvider();
    const own = await createTestServer({
      environment: {
        GOOGLE_CLIENT_ID: CLIENT.client_id,
        GOOGLE_CLIENT_SECRET: CLIENT.client_secret,
        GOOGLE_ISSUER: provider.issuer,
      },
    });
    const unavailable = {
      status: 503,
      code: 'provider_unavailable',
      error: 'Google is not available right now. Try again',
    };
    const outcome = ({ status, body }: Result) => ({ status, ...(body as object) });
    try {
      const browser = createBrowser(own);
      expect(outcome(await browser.uri('google'))).toMatchObject(unavailable);
      await provider.start(`${own.base}/google`);
      const person = provider.add(verified());
      const returned = await provider.signIn(await browser.start('google'), person);
      await provider.stop();
      expect(outcome(await browser.authenticate('google', returned))).toMatchObject(unavailable);
      await provider.start(`${own.base}/google`);
      const again = await provider.signIn(await browser.start('google'), person);
      expect(outcome(await browser.authenticate('google', again))).toMatchObject({ status: 200 });
    } finally {
      await own.stop();
      await provider.stop();
    }
  });

  test('returns 503 when the provider does not know us', async () => {
    const own = await createTestServer({
      environment: {
        GOOGLE_CLIENT_ID: CLIENT.client_id,
        GOOGLE_CLIENT_SECRET: 'wrong',
        GOOGLE_ISSUER: providers.google.issuer,
      },
    });
    try {
      const browser = createBrowser(own);
      const { state } = returnedTo(new URL(await browser.start('google')));
      const { status, body } = await browser.authenticate('google', { code: 'any', state });
      expect({ status, body }).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } });
    } finally {
      await own.stop();
    }
  });
});

describe('the stand-in provider of local mode', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server?.stop());

  test('works after the clock was moved', async () => {
    await server.advance('P40D');
    const browser = createBrowser(server);
    const returned = await choose(await browser.start('google'), `${name()}@example.com`);
    const { status, text } = await browser.authenticate('google', returned);
    expect(status, text).toBe(200);
  });

  test('returns with an error when the person cancels', async () => {
    const browser = createBrowser(server);
    const uri = await browser.start('google');
    const returned = await choose(uri, '', { action: 'cancel' });
    expect(returned).toMatchObject({
      path: '/google',
      error: 'access_denied',
      state: new URL(uri).searchParams.get('state'),
    });
  });

  test('checks the PKCE verifier and gives out each code once', async () => {
    const browser = createBrowser(server);
    const uri = new URL(await browser.start('google'));
    uri.searchParams.set('code_challenge', hashToken('another verifier'));
    const returned = await choose(uri.href, `${name()}@example.com`);
    expect((await browser.authenticate('google', returned)).status).toBe(403);
  });

  test.each([
    ['redirect_uri', 'https://attacker.example/google'],
    ['client_id', 'another'],
    ['code_challenge_method', 'plain'],
    ['response_type', 'token'],
  ])('shows a page instead of redirecting when %s is wrong', async (parameter, value) => {
    const uri = new URL(await createBrowser(server).start('google'));
    uri.searchParams.set(parameter, value);
    const response = await fetch(uri, { redirect: 'manual' });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(`${parameter} must be`);
    const posted = await fetch(uri.href.split('?')[0]!, { method: 'POST', body: uri.searchParams, redirect: 'manual' });
    expect(posted.status).toBe(400);
  });
});
