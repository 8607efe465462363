import { type Credentials, credentialsIn } from '../../api/credentials';

/**
 * Tokens from the query of the sign-in page. They stay in memory until the person has confirmed whose they are. Otherwise a link could
 * sign someone in to the account of the person who made it.
 */
let offered: Credentials | undefined;

export const offeredTokens = {
  get: (): Credentials | undefined => offered,
  forget(): void {
    offered = undefined;
  },
  /** Takes the four fields of a query. If any is missing, nothing is offered. */
  take(query: URLSearchParams): void {
    offered = credentialsIn(Object.fromEntries(query));
  },
};
