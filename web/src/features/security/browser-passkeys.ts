/** Passkeys of this browser, in the words of the service. */
import type { NewPasskey, PasskeyAssertion, PasskeyCreation } from '@sigill/sdk/portal';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { sigill } from '../../api/client';

/** Somebody has closed the browser's own dialog, which says enough by itself. */
export class PasskeyCancelled extends Error {}

export async function makePasskey({ excludeCredentials, ...options }: PasskeyCreation): Promise<NewPasskey> {
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

/** Asks the browser for any passkey of this site. */
export async function askForPasskey(): Promise<PasskeyAssertion> {
  const optionsJSON = await sigill.passkey.startAuthentication();
  const { id, response } = await startAuthentication({ optionsJSON }).catch(cancelled);
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, client_data: clientDataJSON, authenticator_data: authenticatorData, signature };
}

function cancelled(error: unknown): never {
  throw new PasskeyCancelled('No passkey was chosen', { cause: error });
}
