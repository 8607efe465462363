import { type Credentials, credentials } from '../../api/credentials';
import { storage } from '../../storage/storage';

const key = 'sign_in_nonce';

/** Remembers that this browser leaves to sign in. The nonce goes along in `state` and is accepted once. */
export function markDeparture(): string {
  const nonce = crypto.randomUUID();
  storage.set(key, nonce);
  return nonce;
}

export const forgetDeparture = (): void => storage.remove(key);

/**
 * Signs in with the tokens in the query of the sign-in page. This needs the nonce of this browser's own departure: otherwise a link
 * could sign somebody in to an account of the person who made it.
 */
export function acceptReturnedTokens(query: URLSearchParams): void {
  const expected = storage.get(key);
  forgetDeparture();
  if (!expected || nonceOf(query.get('state')) !== expected) return;
  const tokens = {
    access_token: query.get('access_token') ?? '',
    access_token_expires: query.get('access_token_expires') ?? '',
    refresh_token: query.get('refresh_token') ?? '',
    refresh_token_expires: query.get('refresh_token_expires') ?? '',
  } satisfies Credentials;
  if (Object.values(tokens).every(Boolean)) credentials.set(tokens);
}

function nonceOf(state: string | null): unknown {
  try {
    const value: unknown = JSON.parse(state ?? '');
    return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  } catch {
    return undefined;
  }
}
