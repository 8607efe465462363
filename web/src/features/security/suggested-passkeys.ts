import { sigill } from '../../api/client';
import { credentials } from '../../api/credentials';
import { askForPasskey, stopAsking } from './browser-passkeys';

/** A new request is made after this time, because the service's challenge expires after five minutes. */
const RENEWED_MS = 4 * 60_000;

/**
 * Runs until a passkey is chosen, the person leaves, or the request fails or gives way to another.
 * @throws the reason when the chosen passkey did not sign in.
 */
export async function suggestPasskeys(left: AbortSignal): Promise<void> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return;
  let isOld = true;
  while (isOld && !left.aborted) {
    isOld = false;
    const renewal = setTimeout(() => {
      isOld = true;
      void stopAsking();
    }, RENEWED_MS);
    left.addEventListener('abort', stopAsking);
    const passkey = await askForPasskey({ suggested: true })
      // Errors are not shown, because nobody asked for the suggestion.
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(renewal);
        left.removeEventListener('abort', stopAsking);
      });
    if (passkey) credentials.set(await sigill.passkey.authenticate({ passkey }));
  }
}
