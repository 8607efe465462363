import type { HandlersOf } from '../../http/handlers.ts';
import { completeSignIn, confirmIdentity, prepareAttempt, startSignIn } from './google-and-microsoft.service.ts';

export const googleOperations: HandlersOf<'google'> = {
  async 'google.uri'(ctx, body) {
    const attempt = await prepareAttempt(ctx, { ...body, provider: 'google' });
    return ctx.transaction((ctx) => startSignIn(ctx, attempt));
  },

  async 'google.authenticate'(ctx, body) {
    const person = await confirmIdentity(ctx, { ...body, provider: 'google' });
    return ctx.transaction((ctx) => completeSignIn(ctx, person));
  },
};
