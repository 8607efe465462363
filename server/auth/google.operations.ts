import type { Deps } from '../core/deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { completeSignIn, confirmIdentity, prepareAttempt, startSignIn } from './google-and-microsoft.service.ts';
import { createSignInProvider } from './openid-client.ts';

export const googleOperations = (deps: Deps) => {
  const provider = createSignInProvider('google', deps);
  return {
    async 'google.uri'(ctx, body) {
      const attempt = await prepareAttempt(ctx, { ...body, provider });
      return ctx.transaction((ctx) => startSignIn(ctx, attempt));
    },

    async 'google.authenticate'(ctx, body) {
      const person = await confirmIdentity(ctx, { ...body, provider });
      return ctx.transaction((ctx) => completeSignIn(ctx, person));
    },
  } satisfies HandlersOf<'google'>;
};
