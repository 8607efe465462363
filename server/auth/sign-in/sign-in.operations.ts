import type { HandlersOf } from '../../http/handlers.ts';
import { listSignIns, revokeOtherSignIns, revokeSignIn, viewSignIn } from './sign-in.service.ts';

export const signInOperations: HandlersOf<'sign_in'> = {
  async 'sign_in.list'(ctx, body) {
    const { rows, ...next } = await listSignIns(ctx, body);
    return { sign_ins: rows.map((row) => viewSignIn(row, ctx.principal)), ...next };
  },

  'sign_in.revoke': (ctx, body) => ctx.transaction((ctx) => revokeSignIn(ctx, body)),
  'sign_in.revoke_others': (ctx) => ctx.transaction(revokeOtherSignIns),
};
