import { createPortalClient } from '@sigill/sdk/portal';
import { credentials } from './credentials';

/** Every call to the service, made here or by the SDK's Query options: tokens, CSRF header and retries are its business. */
export const sigill = createPortalClient({ accessToken, fetch: fetchSignedIn });

/** The access token, renewed first when it has less than 60 s left. None when the sign-in has ended. */
async function accessToken(): Promise<string | undefined> {
  return credentials.isRenewalDue() ? renewed() : credentials.get()?.access_token;
}

let renewal: Promise<string | undefined> | undefined;

/** One renewal at a time: shared by the calls of this tab, waited for by the other tabs. */
function renewed(): Promise<string | undefined> {
  const replaced = credentials.get()?.access_token;
  renewal ??= exclusively(() => renew(replaced)).finally(() => {
    renewal = undefined;
  });
  return renewal;
}

const exclusively = <T>(run: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('sigill.renewal', run) : run();

async function renew(replaced: string | undefined): Promise<string | undefined> {
  credentials.reread();
  const held = credentials.get();
  // Another tab was first.
  if (held && held.access_token !== replaced && !credentials.isRenewalDue()) return held.access_token;
  if (held && credentials.isRenewable()) {
    const { access_token, refresh_token } = held;
    try {
      const tokens = await sigill.bearer.renew({ body: { refresh_token, ...(access_token && { access_token }) } });
      credentials.set(tokens);
      return tokens.access_token;
    } catch {
      // A renewal that fails ends the sign-in.
    }
  }
  if (held) credentials.clear();
  return undefined;
}

/** A token may end early, as when the password was changed elsewhere: one renewal then says whether the sign-in still lives. */
async function fetchSignedIn(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const headers = new Headers(init?.headers);
  const used = headers.get('authorization')?.slice('Bearer '.length);
  if (response.status !== 401 || !used || !(await isTokenRefused(response))) return response;
  const token = credentials.get()?.access_token === used ? await renewed() : await accessToken();
  if (!token) return response;
  headers.set('authorization', `Bearer ${token}`);
  return fetch(input, { ...init, headers });
}

/** A wrong password is 401 too, and no reason to doubt the token. */
async function isTokenRefused(response: Response): Promise<boolean> {
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const code = typeof problem === 'object' && problem !== null ? Reflect.get(problem, 'code') : undefined;
  return code === 'invalid_credentials' || code === 'missing_credentials';
}
