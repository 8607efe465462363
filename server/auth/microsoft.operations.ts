import type { Deps } from '../core/deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { createSignInProvider } from './openid-client.ts';
import { completeSignIn, startSignIn } from './sso.service.ts';

export const microsoftOperations = (deps: Deps) => {
  const microsoft = createSignInProvider('microsoft', deps);
  return {
    async 'microsoft.uri'({ body, browser, transaction }) {
      return startSignIn(deps, microsoft, transaction, browser, body.state);
    },

    async 'microsoft.authenticate'({ body, request, browser, transaction }) {
      return completeSignIn(deps, microsoft, transaction, request, browser, body);
    },
  } satisfies HandlersOf<'microsoft'>;
};
