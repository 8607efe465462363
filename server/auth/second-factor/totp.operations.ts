import type { HandlersOf } from '../../http/handlers.ts';
import { checkFirstCode, confirmTotp, createTotp, describeTotp, removeTotp } from './totp.service.ts';

export const totpOperations: HandlersOf<'totp'> = {
  'totp.self': describeTotp,
  'totp.create': (ctx) => ctx.transaction(createTotp),

  async 'totp.confirm'(ctx, body) {
    const confirmed = await checkFirstCode(ctx, body);
    return ctx.transaction(async (ctx) => ({ recovery_codes: await confirmTotp(ctx, confirmed) }));
  },

  'totp.delete': (ctx) => ctx.transaction(removeTotp),
};
