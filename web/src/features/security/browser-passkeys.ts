/** Passkeys of this browser, in the words of the service. */
import type { NewPasskey, PasskeyAssertion, PasskeyCreation } from '@sigill/sdk/portal';
import { sigill } from '../../api/client';

/** Somebody has closed the browser's own dialog, which says enough by itself. */
export class PasskeyCancelled extends Error {}

/** Most who sign in never need it. */
const library = () => import('@simplewebauthn/browser');

export async function makePasskey({ excludeCredentials, ...options }: PasskeyCreation): Promise<NewPasskey> {
  const { startRegistration } = await library();
  const { id, response } = await startRegistration({ optionsJSON: { ...options, excludeCredentials } }).catch(
    cancelled,
  );
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    client_data: clientDataJSON,
    attestation: attestationObject,
    ...(transports && { transports }),
  };
}

let requests = 0;

/**
 * Asks the browser for any passkey of this site: at once, or as one of what it suggests in the field that says so. One request is
 * open at a time, and the newest wins, also over one that has not reached the browser yet.
 */
export async function askForPasskey({ suggested = false } = {}): Promise<PasskeyAssertion> {
  const request = ++requests;
  const [{ startAuthentication }, optionsJSON] = await Promise.all([library(), sigill.passkey.startAuthentication()]);
  if (request !== requests) cancelled('another request came after it');
  const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: suggested }).catch(cancelled);
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, client_data: clientDataJSON, authenticator_data: authenticatorData, signature };
}

/** Ends the newest request, wherever it is. */
export async function stopAsking(): Promise<void> {
  requests++;
  (await library()).WebAuthnAbortService.cancelCeremony();
}

function cancelled(error: unknown): never {
  throw new PasskeyCancelled('No passkey was chosen', { cause: error });
}
