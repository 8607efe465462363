import { connectPortal } from '@sigill/sdk/portal';
import { observedFetch } from './connection';
import { credentials } from './credentials';
import { askForProof, goToSetUp } from './fresh-proof';
import { loadProblemTranslations } from './problem-translations';
import { role } from './role';

/**
 * Makes every call to the service, also those of the SDK's Query options. It adds the tokens and the CSRF header, and it tries
 * again.
 */
export const sigill = connectPortal({ accessToken, fetch: fetchSignedIn });

/** The access token. It is renewed first when it ends within 60 s. Undefined when the sign-in has ended. */
export async function accessToken(): Promise<string | undefined> {
  return credentials.isRenewalDue() ? renewAccessToken() : credentials.get()?.access_token;
}

let renewal: Promise<string | undefined> | undefined;

/** Renews the access token. Calls of this tab share one renewal, and other tabs wait until it has ended. */
function renewAccessToken(): Promise<string | undefined> {
  const replacedToken = credentials.get()?.access_token;
  renewal ??= withRenewalLock(() => renew(replacedToken)).finally(() => {
    renewal = undefined;
  });
  return renewal;
}

const withRenewalLock = <T>(run: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('sigill.renewal', run) : run();

async function renew(replacedToken: string | undefined): Promise<string | undefined> {
  credentials.reread();
  const current = credentials.get();
  // Another tab has renewed the token meanwhile.
  if (current && current.access_token !== replacedToken && !credentials.isRenewalDue()) return current.access_token;
  if (current && credentials.isRenewable()) {
    const { access_token, refresh_token } = current;
    try {
      const tokens = await sigill.bearer.renew({ refresh_token, ...(access_token && { access_token }) });
      credentials.set(tokens);
      return tokens.access_token;
    } catch {
      // A renewal that fails ends the sign-in.
    }
  }
  if (current) credentials.clear();
  return undefined;
}

/**
 * Calls with the access token. When the service refuses the token before its time, as after a change of password elsewhere, the
 * token is renewed once: that tells whether the sign-in goes on. When it wants a fresh proof, the person is asked, and the call is
 * made again.
 */
async function fetchSignedIn(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetchWithRenewal(input, init);
  if (!response.ok) await loadProblemTranslations();
  const code = response.status === 403 && (await codeOf(response));
  if (code === 'second_factor_setup_required') goToSetUp();
  // The role has changed since it was learned.
  if (code === 'role_not_allowed')
    void sigill.user.self().then(
      (user) => role.set(user.role),
      () => {},
    );
  if (code !== 'fresh_proof_required' || !(await askForProof())) return response;
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${await accessToken()}`);
  // The time for an answer went by while the person was asked.
  return observedFetch(input, { ...init, headers, signal: null });
}

async function fetchWithRenewal(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await observedFetch(input, init);
  const headers = new Headers(init?.headers);
  const usedToken = headers.get('authorization')?.slice('Bearer '.length);
  if (response.status !== 401 || !usedToken || !(await isTokenRefused(response))) return response;
  const token = credentials.get()?.access_token === usedToken ? await renewAccessToken() : await accessToken();
  if (!token) return response;
  headers.set('authorization', `Bearer ${token}`);
  return observedFetch(input, { ...init, headers });
}

/**
 * Whether the service refused the token itself. A wrong password is answered with 401 as well, but says nothing about the token.
 */
async function isTokenRefused(response: Response): Promise<boolean> {
  const code = await codeOf(response);
  return code === 'invalid_credentials' || code === 'missing_credentials';
}

async function codeOf(response: Response): Promise<unknown> {
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof problem === 'object' && problem !== null ? Reflect.get(problem, 'code') : undefined;
}
