import type { CDPSession, Page } from 'playwright-core';

export interface FingerprintReader {
  session: CDPSession;
  authenticatorId: string;
}

/** Lets Chromium store passkeys like a laptop with a fingerprint reader that always recognises the finger. */
export async function addFingerprintReader(page: Page): Promise<FingerprintReader> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options });
  return { session, authenticatorId };
}

export const takeFingerAway = ({ session, authenticatorId }: FingerprintReader) =>
  session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });

/** Copies the passkeys to another device, as the systems of Apple and Google do. */
export async function synchronise(from: FingerprintReader, to: Page): Promise<void> {
  const { credentials } = await from.session.send('WebAuthn.getCredentials', { authenticatorId: from.authenticatorId });
  const { session, authenticatorId } = await addFingerprintReader(to);
  for (const credential of credentials) await session.send('WebAuthn.addCredential', { authenticatorId, credential });
}
