/**
 * Spares the database the look-up of credentials that cannot be right, once an address has sent too many wrong ones. Others behind
 * the same address are not locked out: what the service itself has given out is still looked up (docs/decisions/throttles.md).
 */
import { hashToken } from '../../secrets/random-secret.ts';
import { readCredentials } from './credentials.ts';

/** How many wrong credentials are remembered. They were given out once and have ended since, so they stay wrong. */
const MOST_WRONG = 10_000;

export function createCredentialGuard(isOurs: (secret: string) => boolean) {
  const wrong = new Set<string>();
  const canBeOurs = (header: string) => {
    const credentials = readCredentials(header);
    return credentials !== undefined && isOurs(credentials.secret);
  };

  return {
    /** Whether these credentials can be right. */
    canBeRight: (header: string): boolean => canBeOurs(header) && !wrong.has(hashToken(header)),

    /** Remembers credentials that were looked up and are wrong. */
    noteWrong(header: string): void {
      if (!canBeOurs(header)) return;
      if (wrong.size >= MOST_WRONG) wrong.delete(wrong.keys().next().value!);
      wrong.add(hashToken(header));
    },
  };
}
