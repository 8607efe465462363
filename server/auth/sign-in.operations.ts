import type { HandlersOf } from '../http/handlers.ts';
import { checkProof, prove } from './bearer-prove.service.ts';
import { endReusedSignIn, renewCredentials, revokeCredentials } from './sign-in/bearer.service.ts';
import { listSignIns, revokeOtherSignIns, revokeSignIn, viewSignIn } from './sign-in/sign-in.service.ts';

export const signInOperations = {
  'bearer.renew': (ctx, body) => endReusedSignIn(ctx, () => ctx.transaction((ctx) => renewCredentials(ctx, body))),
  'bearer.revoke': (ctx, body) => ctx.transaction((ctx) => revokeCredentials(ctx, body)),

  async 'bearer.prove'(ctx, body) {
    const proof = await checkProof(ctx, body);
    return ctx.transaction((ctx) => prove(ctx, proof));
  },

  async 'sign_in.list'(ctx, body) {
    const { rows, ...next } = await listSignIns(ctx, body);
    return { sign_ins: rows.map((row) => viewSignIn(row, ctx.principal)), ...next };
  },

  'sign_in.revoke': (ctx, body) => ctx.transaction((ctx) => revokeSignIn(ctx, body)),
  'sign_in.revoke_others': (ctx) => ctx.transaction(revokeOtherSignIns),
} satisfies HandlersOf<'bearer' | 'sign_in'>;
