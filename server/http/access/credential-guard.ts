/**
 * Skips the database lookup for credentials that cannot be valid, once an address has sent too many wrong ones. Others behind the
 * same address are not locked out: credentials that the service itself issued are still looked up (docs/decisions/throttles.md).
 */
import { hashToken } from '../../secrets/random-secret.ts';
import { readCredentials } from './credentials.ts';

/** How many wrong credentials are remembered. They were issued once and have expired or been revoked, so they stay wrong. */
const MOST_WRONG = 10_000;

export function createCredentialGuard(isOurs: (secret: string) => boolean) {
  const wrong = new Set<string>();
  const canBeOurs = (header: string) => {
    const credentials = readCredentials(header);
    return credentials !== undefined && isOurs(credentials.secret);
  };

  return {
    /** Whether these credentials can be valid. */
    canBeRight: (header: string): boolean => canBeOurs(header) && !wrong.has(hashToken(header)),

    /** Remembers credentials that were looked up and found wrong. */
    noteWrong(header: string): void {
      if (!canBeOurs(header)) return;
      if (wrong.size >= MOST_WRONG) wrong.delete(wrong.keys().next().value!);
      wrong.add(hashToken(header));
    },
  };
}
