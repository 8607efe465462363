import { type Credentials, credentialsIn } from '../../api/credentials';

/** Tokens from a link, kept in memory until confirmed: a link could sign someone in to its maker's account. */
let offered: Credentials | undefined;

export const offeredTokens = {
  get: (): Credentials | undefined => offered,
  forget(): void {
    offered = undefined;
  },
  take(query: URLSearchParams): void {
    offered = credentialsIn(Object.fromEntries(query));
  },
};
