/** The Authorization header: identifies the caller, or explains why the request is refused. */
import type { Principal, SecurityScheme } from '../../core/context.ts';
import { type ApiError, Forbidden, Unauthorized } from '../../core/errors.ts';

export interface Authenticate {
  apiKey(publicKey: string, secret: string): Promise<Principal | undefined>;
  accessToken(token: string): Promise<Principal | undefined>;
  /** Whether the service has ever issued this secret or token. Does not query the database. */
  isOurs(secret: string): boolean;
}

interface SentCredentials {
  scheme: SecurityScheme;
  public_key: string;
  secret: string;
}

export function readCredentials(header: string | undefined): SentCredentials | undefined {
  const [, kind, value] = /^(\w+) +(\S+)$/.exec(header ?? '') ?? [];
  if (!kind || !value) return undefined;
  if (kind.toLowerCase() === 'bearer') return { scheme: 'accessToken', public_key: '', secret: value };
  if (kind.toLowerCase() !== 'basic') return undefined;
  const pair = Buffer.from(value, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon <= 0) return undefined;
  return { scheme: 'apiKey', public_key: pair.slice(0, colon), secret: pair.slice(colon + 1) };
}

export async function authenticateHeader(
  authenticate: Authenticate,
  header: string | undefined,
  scheme: SecurityScheme,
): Promise<Principal | undefined> {
  const sent = readCredentials(header);
  if (sent?.scheme !== scheme) return undefined;
  return scheme === 'accessToken'
    ? authenticate.accessToken(sent.secret)
    : authenticate.apiKey(sent.public_key, sent.secret);
}

interface Refusal {
  error: ApiError;
  /** The value of WWW-Authenticate, if other credentials would help. */
  challenge?: string;
}

/** Why a request is refused: 403 when the credentials are valid but of a kind the operation does not accept, else 401. */
export async function refusal(
  authenticate: Authenticate,
  header: string | undefined,
  accepted: readonly SecurityScheme[],
): Promise<Refusal> {
  const takesKeys = accepted.includes('apiKey');
  const challenge = takesKeys ? 'Basic realm="Sigill API", charset="UTF-8"' : 'Bearer realm="Sigill"';
  if (!header) {
    const text = takesKeys
      ? 'Send your public key and secret with HTTP basic authentication'
      : 'Sign in first: this call requires an access token';
    return { error: new Unauthorized(text, 'missing_credentials'), challenge };
  }
  for (const scheme of ['apiKey', 'accessToken'] as const) {
    if (accepted.includes(scheme) || !(await authenticateHeader(authenticate, header, scheme))) continue;
    return { error: new Forbidden(wrongKind(scheme), 'wrong_user_type') };
  }
  return { error: new Unauthorized(notValid(header)), challenge };
}

const wrongKind = (scheme: SecurityScheme) =>
  scheme === 'apiKey'
    ? 'This call requires a signed-in user, not an API key'
    : 'This call requires an API key, not an access token';

const notValid = (header: string) =>
  /^basic /i.test(header) ? 'The public key or secret is not valid' : 'The access token is not valid or has expired';
