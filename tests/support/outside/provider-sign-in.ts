/** Signing in with Google and Microsoft as browsers do it, and the tests that both providers share. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Credentials } from '../../../server/generated/operations.gen.ts';
import { freePort } from '../../../server/test-service/free-port.ts';
import { production } from '../process/production.ts';
import type { Result } from '../server/call.ts';
import { createTestServer, type TestServer } from '../server/test-server.ts';
import { CLIENT, createOpenIdProvider, type Person, returnedTo } from './openid-provider.ts';

export const name = () => randomBytes(6).toString('hex');
export const verified = (email = `${name()}@example.com`) => ({ id: name(), email, email_verified: true });

type ProviderName = 'google' | 'microsoft';
type Body = { code: string; state?: string; reference?: string };

export function createBrowser(server: TestServer) {
  let cookie = '';
  const headers = (): Record<string, string> => (cookie ? { Cookie: cookie } : {});
  return {
    get cookie() {
      return cookie;
    },
    async uri(provider: ProviderName, state?: string, more: Record<string, string> = {}) {
      const answer = await server.call(
        `${provider}.uri`,
        state === undefined ? {} : { state },
        {},
        { ...headers(), ...more },
      );
      cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? cookie;
      return answer;
    },
    async start(provider: ProviderName, state?: string): Promise<string> {
      const { status, text, body } = await this.uri(provider, state);
      expect(status, text).toBe(200);
      return body.uri;
    },
    authenticate: (provider: ProviderName, { code, state, reference }: Body, more: Record<string, string> = {}) =>
      server.call(
        `${provider}.authenticate`,
        { code, ...(state && { state }), ...(reference && { reference }) },
        {},
        { ...headers(), ...more },
      ),
  };
}

const settingsOf = (prefix: string, { issuer }: { issuer: string }) => ({
  [`${prefix}_CLIENT_ID`]: CLIENT.client_id,
  [`${prefix}_CLIENT_SECRET`]: CLIENT.client_secret,
  [`${prefix}_ISSUER`]: issuer,
});

export async function createProviders() {
  const providers = { google: await createOpenIdProvider(), microsoft: await createOpenIdProvider() };
  const server = await createTestServer({
    environment: { ...settingsOf('GOOGLE', providers.google), ...settingsOf('MICROSOFT', providers.microsoft) },
  });
  await providers.google.start(`${server.base}/google`);
  await providers.microsoft.start(`${server.base}/microsoft`);
  return {
    server,
    providers,
    async signIn(provider: ProviderName, person: Person, reference?: string, browser = createBrowser(server)) {
      providers[provider].add(person);
      const returned = await providers[provider].signIn(await browser.start(provider), person);
      return browser.authenticate(provider, { ...returned, ...(reference && { reference }) });
    },
    async profile({ status, text, body }: Result<Credentials>) {
      expect(status, text).toBe(200);
      return (await server.call('user.self', {}, { bearer: body.access_token })).body;
    },
    async stop() {
      await server.stop();
      await providers.google.stop();
      await providers.microsoft.stop();
    },
  };
}

export type Providers = Awaited<ReturnType<typeof createProviders>>;

export async function choose(uri: string, email: string, options: { action?: string; verified?: boolean } = {}) {
  const page = await (await fetch(uri)).text();
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const decode = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  const form = new URLSearchParams(hidden.map(([, field, value]): [string, string] => [field!, decode(value!)]));
  form.set('email', email);
  form.set('action', options.action ?? 'continue');
  if (options.verified ?? true) form.set('verified', 'on');
  const response = await fetch(uri.split('?')[0]!, { method: 'POST', body: form, redirect: 'manual' });
  return returnedTo(new URL(response.headers.get('location')!));
}

/** The tests that hold for either provider; `type` is its user type, `label` its display name. */
export function testSignInWith(
  provider: ProviderName,
  { world, type, label }: { world: Providers; type: string; label: string },
): void {
  test('signs up and in', async () => {
    const { profile, signIn } = world;
    const person = verified();
    const first = await profile(await signIn(provider, person));
    expect(first).toMatchObject({ type, email: person.email, email_verified: true, alias: person.email });
    const again = await profile(await signIn(provider, person));
    expect(again.id).toBe(first.id);
  });

  describe('the stand-in of local mode', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await createTestServer();
    });
    afterAll(() => server?.stop());

    test('signs a person up and in', async () => {
      const email = `${name()}@example.com`;
      const ids = new Set<number>();
      for (let n = 0; n < 2; n++) {
        const browser = createBrowser(server);
        const uri = await browser.start(provider, JSON.stringify({ reference: 'a "quoted" <reference>' }));
        expect(uri).toContain(`${server.base}/_local/${provider}/authorize`);
        const returned = await choose(uri, email);
        expect(returned.path).toBe(`/${provider}`);
        const { status, text, body } = await browser.authenticate(provider, returned);
        expect(status, text).toBe(200);
        ids.add((await server.call('user.self', {}, { bearer: body.access_token })).body.id);
      }
      expect(ids.size).toBe(1);
    });

    test('refuses an address that it did not verify', async () => {
      const browser = createBrowser(server);
      const returned = await choose(await browser.start(provider), `${name()}@example.com`, { verified: false });
      expect((await browser.authenticate(provider, returned)).body).toMatchObject({ code: 'sign_in_refused' });
    });
  });

  test('says in production that it is not set up', async () => {
    const port = await freePort();
    const server = await createTestServer({
      environment: { ...production(), PUBLIC_URL: `http://localhost:${port}` },
    });
    try {
      const { status, body, headers } = await server.call(`${provider}.uri`, {});
      const help = [headers.get('x-should-retry'), headers.get('retry-after')];
      expect({ status, body, help }).toMatchObject({
        status: 503,
        help: ['false', null],
        body: {
          code: 'provider_unavailable',
          error: `Signing in with ${label} is not set up here. Sign in with your email and password`,
        },
      });
      const jwks = await fetch(`${server.base}/_local/${provider}/jwks`);
      expect(jwks.headers.get('content-type')).not.toContain('json');
    } finally {
      await server.stop();
    }
  });
}
