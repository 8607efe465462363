/** The links that end users open. Only a hash of the token is stored, so a link is returned only once. */
import type { Caller, Context } from '../../core/context.ts';
import { checkRedirectUrl } from './return-address.service.ts';

/**
 * @returns a function that adds the link, with its token, to a session.
 * @throws BadRequest for a redirect URL that the account does not allow.
 */
export async function linksOf(ctx: Context & Caller, { redirect_url }: { redirect_url?: string | undefined }) {
  if (redirect_url !== undefined) await checkRedirectUrl(ctx, redirect_url);
  const back = redirect_url === undefined ? '' : `&redirect_url=${encodeURIComponent(redirect_url)}`;
  const page = `${ctx.deps.config.public_url}/open`;
  return <T extends { token: string }>(session: T) => ({
    ...session,
    open_url: `${page}?token=${session.token}${back}`,
  });
}
