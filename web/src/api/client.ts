import { connectPortal } from '@sigill/sdk/portal';
import { observedFetch } from './connection';
import { credentials } from './credentials';
import { askForProof, goToSetUp } from './fresh-proof';
import { loadProblemTranslations } from './problem';
import { role } from './role';

/** Makes all calls to the service, including those of the SDK's Query options. Adds the tokens and the CSRF header, and retries. */
export const sigill = connectPortal({ accessToken, fetch: fetchSignedIn });

/** The access token, renewed first if it expires within 60 s. Undefined when the sign-in has ended. */
export async function accessToken(): Promise<string | undefined> {
  return credentials.isRenewalDue() ? renewAccessToken() : credentials.get()?.access_token;
}

let renewal: Promise<string | undefined> | undefined;

/** Concurrent calls in this tab share one renewal, and other tabs wait for it. */
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
  // Another tab has already renewed the token.
  if (current && current.access_token !== replacedToken && !credentials.isRenewalDue()) return current.access_token;
  if (current && credentials.isRenewable()) {
    const { access_token, refresh_token } = current;
    try {
      const tokens = await sigill.bearer.renew({ refresh_token, ...(access_token && { access_token }) });
      credentials.set(tokens);
      return tokens.access_token;
    } catch {
      // A failed renewal ends the sign-in.
    }
  }
  if (current) credentials.clear();
  return undefined;
}

/**
 * Calls with the access token. If the service refuses a token that has not expired, for example after a password change on another
 * device, the token is renewed once, to find out whether the sign-in is still valid. If the service requires a fresh proof, the
 * person is asked for it and the call is repeated.
 */
async function fetchSignedIn(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetchWithRenewal(input, init);
  if (!response.ok) await loadProblemTranslations();
  const code = response.status === 403 && (await codeOf(response));
  if (code === 'second_factor_setup_required') goToSetUp();
  // The role has changed since it was cached.
  if (code === 'role_not_allowed')
    void sigill.user.self().then(
      (user) => role.set(user.role),
      () => {},
    );
  if (code !== 'fresh_proof_required' || !(await askForProof())) return response;
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${await accessToken()}`);
  // Without the first call's timeout, which may have expired while the person was asked.
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

/** Whether the service refused the token itself. A wrong password is also a 401, but says nothing about the token. */
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
