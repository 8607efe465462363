import { type Credentials, credentialsIn } from '../../api/credentials';

/** Tokens from a link. They are used only after the person confirms, because the link could sign them in to someone else's account. */
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
