/** Passkeys among what the browser suggests in the field of the address. */
import { sigill } from '../../api/client';
import { credentials } from '../../api/credentials';
import { askForPasskey, stopAsking } from './browser-passkeys';

/** The service forgets after five minutes what it asked. */
const RENEWED_MS = 4 * 60_000;

/** Until somebody chooses one, presses a button for it instead, or leaves. @throws why the one that was chosen did not sign in. */
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
      // Nobody asked for it, so nobody misses it.
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(renewal);
        left.removeEventListener('abort', stopAsking);
      });
    if (passkey) credentials.set(await sigill.passkey.authenticate({ passkey }));
  }
}
