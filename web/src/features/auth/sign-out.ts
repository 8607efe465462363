import { sigill } from '../../api/client';
import { credentials } from '../../api/credentials';
import { queryClient } from '../../api/query-client';
import { lostSignIn } from './lost-sign-in';
import { forgetDeparture } from './returned-tokens';
import { savedState } from './saved-state';

let running: Promise<void> | undefined;

/** Revokes the token, then forgets everything, also when the revocation fails. */
export function signOut(): Promise<void> {
  running ??= revoke().finally(() => {
    running = undefined;
  });
  return running;
}

async function revoke(): Promise<void> {
  const access_token = credentials.get()?.access_token;
  try {
    if (access_token) await sigill.bearer.revoke({ access_token });
  } catch {
    // The person has asked to sign out, so the credentials are removed all the same.
  }
  signOutHere();
}

/**
 * Removes the credentials, the saved state and everything that was loaded with them, so that the next person at this browser sees
 * none of it.
 */
export function signOutHere(): void {
  lostSignIn.whenAsked(credentials.clear);
  savedState.clear();
  forgetDeparture();
  queryClient.clear();
}
