import type { HandlersOf } from '../http/handlers.ts';
import { checkProof, prove } from './bearer-prove.service.ts';
import { endReusedSignIn, renewCredentials, revokeCredentials } from './sign-in/bearer.service.ts';

export const bearerOperations = {
  async 'bearer.renew'(ctx, body) {
    return endReusedSignIn(ctx, () => ctx.transaction((ctx) => renewCredentials(ctx, body)));
  },

  async 'bearer.revoke'(ctx, body) {
    return ctx.transaction(async (ctx) => {
      await revokeCredentials(ctx, body);
      return {};
    });
  },

  async 'bearer.prove'(ctx, body) {
    const proof = await checkProof(ctx, body);
    return ctx.transaction(async (ctx) => {
      await prove(ctx, proof);
      return {};
    });
  },
} satisfies HandlersOf<'bearer'>;
