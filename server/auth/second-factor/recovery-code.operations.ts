import type { HandlersOf } from '../../http/handlers.ts';
import { createRecoveryCodes } from './recovery-code.service.ts';

export const recoveryCodeOperations: HandlersOf<'recovery_code'> = {
  'recovery_code.create': (ctx) => ctx.transaction(async (ctx) => ({ recovery_codes: await createRecoveryCodes(ctx) })),
};
