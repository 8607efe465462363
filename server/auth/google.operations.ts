import type { Deps } from '../core/deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { completeSignIn, startSignIn } from './google-and-microsoft.service.ts';
import { createSignInProvider } from './openid-client.ts';

export const googleOperations = (deps: Deps) => {
  const google = createSignInProvider('google', deps);
  return {
    async 'google.uri'({ browser, transaction }, body) {
      return startSignIn(deps, google, transaction, browser, body.state);
    },

    async 'google.authenticate'({ request, browser, transaction }, body) {
      return completeSignIn(deps, google, transaction, request, browser, body);
    },
  } satisfies HandlersOf<'google'>;
};
