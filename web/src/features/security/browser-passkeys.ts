import type { NewPasskey, PasskeyAssertion, PasskeyCreation } from '@sigill/sdk/portal';
import { sigill } from '../../api/client';

/** No passkey was used, usually because the person closed the browser's dialog. */
export class PasskeyCancelled extends Error {}

/** Loaded on demand, because most people sign in without it. */
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
 * Asks the browser for any passkey of this site: immediately, or as a suggestion in the field that allows it. Only one request is
 * open at a time, and a new request cancels the one before it.
 */
export async function askForPasskey({ suggested = false } = {}): Promise<PasskeyAssertion> {
  const request = ++requests;
  const [{ startAuthentication }, optionsJSON] = await Promise.all([library(), sigill.passkey.startAuthentication()]);
  if (request !== requests) cancelled('another request came after it');
  const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: suggested }).catch(cancelled);
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, client_data: clientDataJSON, authenticator_data: authenticatorData, signature };
}

export async function stopAsking(): Promise<void> {
  requests++;
  (await library()).WebAuthnAbortService.cancelCeremony();
}

function cancelled(error: unknown): never {
  throw new PasskeyCancelled('No passkey was chosen', { cause: error });
}
