import type { HandlersOf } from '../http/handlers.ts';
import { checkProof, prove } from './bearer-prove.service.ts';
import { endReusedSignIn, renewCredentials, revokeCredentials } from './sign-in/bearer.service.ts';

export const bearerOperations: HandlersOf<'bearer'> = {
  'bearer.renew': (ctx, body) => endReusedSignIn(ctx, () => ctx.transaction((ctx) => renewCredentials(ctx, body))),
  'bearer.revoke': (ctx, body) => ctx.transaction((ctx) => revokeCredentials(ctx, body)),

  async 'bearer.prove'(ctx, body) {
    const proof = await checkProof(ctx, body);
    return ctx.transaction((ctx) => prove(ctx, proof));
  },
};
