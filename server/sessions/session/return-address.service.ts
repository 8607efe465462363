/** The hosts and apps that an account allows redirects to. An empty list allows all. */
import { redirectTarget } from '../../../openapi/facts/redirect-target.ts';
import type { Acting, Context } from '../../core/context.ts';
import { mustBe } from '../../core/errors.ts';
import { matchesHash } from '../../secrets/random-secret.ts';
import { findReturnAddresses, findSessionById } from './session.repository.ts';
import { parseToken } from './session-token.ts';

/** Normalizes the addresses for comparison: lower case, internationalized names in ASCII, and no default port. @throws BadRequest */
export const normalReturnAddresses = (addresses: string[]): string[] => [...new Set(addresses.map(normal))];

function normal(address: string, index: number): string {
  const isApp = address.endsWith(':');
  const spelling = isApp ? /^[a-z][a-z0-9+.-]*:$/i : /^[^/?#@\\\s]+$/;
  const target = spelling.test(address) && redirectTarget(isApp ? `${address}//back` : `https://${address}/`);
  if (target) return target.place;
  throw mustBe(`return_addresses.${index}`, 'a host such as shop.example, or an app scheme such as com.example.shop:');
}

export const readReturnAddresses = (stored: string | null): string[] => (stored === null ? [] : JSON.parse(stored));

/** @throws BadRequest for an address that the session page would not redirect to. */
async function checkRedirectUrl(ctx: Context & Acting, redirect_url: string): Promise<void> {
  if (!redirectTarget(redirect_url))
    throw mustBe('redirect_url', 'a web address or app link without a user name or password');
  if (!(await mayReturnTo(ctx, ctx.principal.merchant_id, redirect_url)))
    throw mustBe('redirect_url', "an address that the account's return_addresses allow");
}

/** Checks links to the session page too, because anyone who has the link can append a redirect URL. */
export async function mayTokenReturnTo(ctx: Context, token: string, redirect_url: string): Promise<boolean> {
  const parsed = parseToken(token);
  const session = parsed && (await findSessionById(ctx.db, parsed.id));
  // Without a valid token the page does not redirect, and a demo session has no account that could restrict redirects.
  if (!session || session.merchant_id === null || !matchesHash(parsed.secret, session.secret_hash)) return true;
  return mayReturnTo(ctx, session.merchant_id, redirect_url);
}

async function mayReturnTo({ db }: Context, merchant_id: number, redirect_url: string): Promise<boolean> {
  const allowed = readReturnAddresses(await findReturnAddresses(db, merchant_id));
  if (allowed.length === 0) return true;
  const target = redirectTarget(redirect_url);
  return target !== undefined && allowed.includes(target.place);
}

/**
 * @returns a function that adds the link, with its token, to a session.
 * @throws BadRequest for a redirect URL that the account does not allow.
 */
export async function linksOf(ctx: Context & Acting, { redirect_url }: { redirect_url?: string | undefined }) {
  if (redirect_url !== undefined) await checkRedirectUrl(ctx, redirect_url);
  const back = redirect_url === undefined ? '' : `&redirect_url=${encodeURIComponent(redirect_url)}`;
  const page = `${ctx.deps.config.public_url}/open`;
  return <T extends { token: string }>(session: T) => ({
    ...session,
    open_url: `${page}?token=${session.token}${back}`,
  });
}
