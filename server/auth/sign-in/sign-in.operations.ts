import type { HandlersOf } from '../../http/handlers.ts';
import { listSignIns, revokeOtherSignIns, revokeSignIn } from './sign-in.service.ts';
import { viewSignIn } from './sign-in.view.ts';

export const signInOperations = {
  async 'sign_in.list'(ctx, body) {
    const { rows, ...next } = await listSignIns(ctx, body);
    return { sign_ins: rows.map((row) => viewSignIn(row, ctx.principal)), ...next };
  },

  async 'sign_in.revoke'(ctx, body) {
    return ctx.transaction(async (ctx) => {
      await revokeSignIn(ctx, body);
      return {};
    });
  },

  async 'sign_in.revoke_others'(ctx) {
    return ctx.transaction(async (ctx) => {
      await revokeOtherSignIns(ctx);
      return {};
    });
  },
} satisfies HandlersOf<'sign_in'>;
