/** A certified OpenID provider on a free port, in place of Google or Microsoft, and a browser that signs in there. */
import { createServer, type Server } from 'node:http';
import { Provider } from 'oidc-provider';
import { freePort } from '../../../server/test-service/free-port.ts';

export interface Person {
  /** The subject. */
  id: string;
  email?: string;
  email_verified?: boolean;
}

export const CLIENT = { client_id: 'sigill-test', client_secret: 'a secret between the two' };

export async function createOpenIdProvider() {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const people = new Map<string, Person>();
  let server: Server | undefined;

  return {
    issuer,
    add(person: Person): Person {
      people.set(person.id, person);
      return person;
    },
    async start(redirectUri: string): Promise<void> {
      const provider = new Provider(issuer, {
        clients: [{ ...CLIENT, redirect_uris: [redirectUri], token_endpoint_auth_method: 'client_secret_post' }],
        claims: { openid: ['sub'], email: ['email', 'email_verified', 'xms_edov'] },
        // Puts the address into the ID token, as Google and Microsoft do.
        conformIdTokenClaims: false,
        pkce: { required: () => true },
        cookies: { keys: ['test'] },
        ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
        findAccount: (_context: unknown, id: string) => ({
          accountId: id,
          claims: () => ({ sub: id, ...withoutId(people.get(id)) }),
        }),
      });
      server = createServer(provider.callback());
      await new Promise<void>((resolve) => server!.listen(port, resolve));
    },
    async stop(): Promise<void> {
      server?.closeAllConnections();
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
      server = undefined;
    },
    /** Goes through the provider's pages like a person. @returns the query with which the browser is sent back. */
    signIn: (uri: string, person: Person): Promise<Returned> => visit(uri, { login: person.id, password: 'any' }),
  };
}

export interface Returned {
  path: string;
  code: string;
  state: string;
  error: string | undefined;
}

async function visit(uri: string, answers: Record<string, string>): Promise<Returned> {
  const { origin } = new URL(uri);
  const cookies = new Map<string, string>();
  let url = new URL(uri);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 12; step++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name!, value!);
    }
    const location = response.headers.get('location');
    if (location) {
      url = new URL(location, url);
      form = undefined;
      if (url.origin !== origin) return returnedTo(url);
      continue;
    }
    const page = await response.text();
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    if (!action) throw new Error(`The provider returned ${response.status} at ${url.pathname}: ${page.slice(0, 2000)}`);
    url = new URL(action, url);
    form = new URLSearchParams({ ...hiddenFields(page), ...answers });
  }
  throw new Error('The provider never sent the browser back');
}

export function returnedTo({ pathname, searchParams }: URL): Returned {
  return {
    path: pathname,
    code: searchParams.get('code') ?? '',
    state: searchParams.get('state') ?? '',
    error: searchParams.get('error') ?? undefined,
  };
}

const hiddenFields = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  );

function withoutId(person: Person | undefined) {
  if (!person) return {};
  const { id: _, ...claims } = person;
  return claims;
}
