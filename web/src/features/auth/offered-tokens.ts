import type { Credentials } from '../../api/credentials';

/**
 * Tokens from the query of the sign-in page. They stay in memory until the person has confirmed whose they are: otherwise a link
 * could sign somebody in to the account of the person who made it.
 */
let offered: Credentials | undefined;

export const offeredTokens = {
  get: (): Credentials | undefined => offered,
  forget(): void {
    offered = undefined;
  },
  /** Takes the four fields of a query. Without one of them nothing is offered. */
  take(query: URLSearchParams): void {
    const tokens = {
      access_token: query.get('access_token') ?? '',
      access_token_expires: query.get('access_token_expires') ?? '',
      refresh_token: query.get('refresh_token') ?? '',
      refresh_token_expires: query.get('refresh_token_expires') ?? '',
    } satisfies Credentials;
    offered = Object.values(tokens).every(Boolean) ? tokens : undefined;
  },
};
