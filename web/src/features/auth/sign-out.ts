import { sigill } from '../../api/client';
import { credentials } from '../../api/credentials';
import { queryClient } from '../../api/query-client';
import { forgetDeparture } from './returned-tokens';
import { savedState } from './saved-state';

let running: Promise<void> | undefined;

/** Revokes the token first, then forgets everything, even when the revocation fails. */
export function signOut(): Promise<void> {
  running ??= revoke().finally(() => {
    running = undefined;
  });
  return running;
}

async function revoke(): Promise<void> {
  const access_token = credentials.get()?.access_token;
  try {
    if (access_token) await sigill.bearer.revoke({ body: { access_token } });
  } catch {
    // The credentials go either way: that is what the person asked for.
  }
  signOutHere();
}

/** Forgets the sign-in, where it came from and all that was loaded with it. The next person here starts anew. */
export function signOutHere(): void {
  credentials.clear();
  savedState.clear();
  forgetDeparture();
  queryClient.clear();
}
