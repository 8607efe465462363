import type { HandlersOf } from '../../http/handlers.ts';
import { completeSignIn, confirmIdentity, prepareAttempt, startSignIn } from './google-and-microsoft.service.ts';

export const microsoftOperations: HandlersOf<'microsoft'> = {
  async 'microsoft.uri'(ctx, body) {
    const attempt = await prepareAttempt(ctx, { ...body, provider: 'microsoft' });
    return ctx.transaction((ctx) => startSignIn(ctx, attempt));
  },

  async 'microsoft.authenticate'(ctx, body) {
    const person = await confirmIdentity(ctx, { ...body, provider: 'microsoft' });
    return ctx.transaction((ctx) => completeSignIn(ctx, person));
  },
};
