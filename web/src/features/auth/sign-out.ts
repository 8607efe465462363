import { sigill } from '../../api/client';
import { credentials } from '../../api/credentials';
import { queryClient } from '../../api/query-client';
import { lostSignIn } from './lost-sign-in';
import { offeredTokens } from './offered-tokens';
import { savedState } from './saved-state';

/** How long signing out waits for the service to respond. */
const MOST_MS = 1000;

let running: Promise<void> | undefined;

export function signOut(): Promise<void> {
  running ??= revoke().finally(() => {
    running = undefined;
  });
  return running;
}

async function revoke(): Promise<void> {
  const access_token = credentials.get()?.access_token;
  // The credentials are removed even if the service can't be reached, because the person asked to sign out.
  const revoked = access_token ? sigill.bearer.revoke({ access_token }, { maxRetries: 0 }).catch(() => {}) : undefined;
  await Promise.race([revoked, new Promise((resolve) => setTimeout(resolve, MOST_MS))]);
  signOutHere();
}

/** Removes everything that belongs to the sign-in, so that the next person using this browser sees none of it. */
export function signOutHere(): void {
  lostSignIn.whenAsked(credentials.clear);
  savedState.clear();
  offeredTokens.forget();
  queryClient.clear();
}
