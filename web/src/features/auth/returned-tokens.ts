import { type Credentials, credentials } from '../../api/credentials';
import { storage } from '../../storage/storage';

const key = 'sign_in_nonce';

/** Marks that this browser leaves for a sign-in; the mark goes along in `state` and is good for one return. */
export function markDeparture(): string {
  const nonce = crypto.randomUUID();
  storage.set(key, nonce);
  return nonce;
}

export const forgetDeparture = (): void => storage.remove(key);

/**
 * Takes the tokens that a return to the sign-in page carries in its query. Only with the mark of this browser's own departure:
 * otherwise anybody could sign somebody in to an account of their own by a link.
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
