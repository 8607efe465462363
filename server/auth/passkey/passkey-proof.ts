/** Verifies passkey registrations and assertions (Web Authentication Level 3, 7.1 and 7.2). The library is loaded on first use. */
import type { Deps } from '../../core/deps.ts';
import type { NewPasskey, PasskeyAssertion } from '../../generated/operations.gen.ts';

/** The domain that passkeys are bound to. */
export const relyingPartyId = ({ config }: Deps): string => new URL(config.public_url).hostname;

const expectedOf = (deps: Deps, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: deps.config.public_url,
  expectedRPID: relyingPartyId(deps),
  // Requires a fingerprint, a face or a PIN, because the passkey is the only thing requested.
  requireUserVerification: true,
});

export interface VerifiedPasskey {
  credential_id: string;
  public_key: Buffer;
  counter: number;
}

/** @returns undefined when it does not match the challenge. */
export async function verifyNewPasskey(
  deps: Deps,
  { id, client_data, attestation }: NewPasskey,
  challenge: string,
): Promise<VerifiedPasskey | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const response = { clientDataJSON: client_data, attestationObject: attestation };
  const result = await verifyRegistrationResponse({
    ...expectedOf(deps, challenge),
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
  }).catch(() => undefined);
  if (!result?.verified) return undefined;
  const { credential } = result.registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
  };
}

/** @returns the new counter, or undefined when the passkey has not signed this challenge. */
export async function verifyAssertion(
  deps: Deps,
  { id, client_data, authenticator_data, signature }: PasskeyAssertion,
  { challenge, stored }: { challenge: string; stored: VerifiedPasskey },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const response = { clientDataJSON: client_data, authenticatorData: authenticator_data, signature };
  const { credential_id, public_key, counter } = stored;
  const result = await verifyAuthenticationResponse({
    ...expectedOf(deps, challenge),
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter },
  }).catch(() => undefined);
  return result?.verified ? result.authenticationInfo.newCounter : undefined;
}
