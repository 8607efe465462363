import { type Credentials, credentialsIn } from '../../api/credentials';

/** Tokens from a link, kept in memory until confirmed: a link could sign someone in to its maker's account. */
let offered: Credentials | undefined;

export const offeredTokens = {
  get: (): Credentials | undefined => offered,
  forget(): void {
    offered = undefined;
  },
  /** Takes the tokens and their expiry times from a query. If any of these four fields is missing, nothing is offered. */
  take(query: URLSearchParams): void {
    offered = credentialsIn(Object.fromEntries(query));
  },
};
