import type { Deps } from '../core/deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { completeSignIn, startSignIn } from './google-and-microsoft.service.ts';
import { createSignInProvider } from './openid-client.ts';

export const microsoftOperations = (deps: Deps) => {
  const microsoft = createSignInProvider('microsoft', deps);
  return {
    async 'microsoft.uri'({ browser, transaction }, body) {
      return startSignIn(deps, microsoft, transaction, browser, body.state);
    },

    async 'microsoft.authenticate'({ request, browser, transaction }, body) {
      return completeSignIn(deps, microsoft, transaction, request, browser, body);
    },
  } satisfies HandlersOf<'microsoft'>;
};
