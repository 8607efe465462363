import type { HandlersOf } from '../../http/handlers.ts';
import { checkFirstCode, confirmTotp, createTotp, describeTotp, removeTotp } from './totp.service.ts';

export const totpOperations = {
  'totp.self': (ctx) => describeTotp(ctx),

  async 'totp.create'(ctx) {
    return ctx.transaction((ctx) => createTotp(ctx));
  },

  async 'totp.confirm'(ctx, body) {
    const confirmed = await checkFirstCode(ctx, body);
    return ctx.transaction(async (ctx) => ({ recovery_codes: await confirmTotp(ctx, confirmed) }));
  },

  async 'totp.delete'(ctx) {
    return ctx.transaction(async (ctx) => {
      await removeTotp(ctx);
      return {};
    });
  },
} satisfies HandlersOf<'totp'>;
