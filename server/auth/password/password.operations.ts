import type { HandlersOf } from '../../http/handlers.ts';
import {
  changePassword,
  checkSignIn,
  preparePasswordChange,
  prepareSignUp,
  signIn,
  signUp,
} from './password.service.ts';
import { changeEmail, prepareEmailChange, undoEmailChange } from './password-change-email.service.ts';
import { prepareRecovery, recoverPassword, sendRecoveryCode } from './password-recover.service.ts';
import { checkVerificationCode, sendVerificationCode, verifyEmail } from './password-verify-email.service.ts';

export const passwordOperations = {
  async 'password.create'(ctx, body) {
    const newcomer = await prepareSignUp(ctx, body);
    return ctx.transaction((ctx) => signUp(ctx, newcomer));
  },

  async 'password.authenticate'(ctx, body) {
    const checked = await checkSignIn(ctx, body);
    return ctx.transaction((ctx) => signIn(ctx, checked));
  },

  async 'password.verify_email_send_code'(ctx) {
    return ctx.transaction(async (ctx) => {
      await sendVerificationCode(ctx);
      return {};
    });
  },

  async 'password.verify_email'(ctx, body) {
    const checked = await checkVerificationCode(ctx, body);
    return ctx.transaction(async (ctx) => {
      await verifyEmail(ctx, checked);
      return {};
    });
  },

  async 'password.recover_send_code'(ctx, body) {
    return ctx.transaction(async (ctx) => {
      await sendRecoveryCode(ctx, body);
      return {};
    });
  },

  async 'password.recover'(ctx, body) {
    const recovery = await prepareRecovery(ctx, body);
    return ctx.transaction(async (ctx) => {
      await recoverPassword(ctx, recovery);
      return {};
    });
  },

  async 'password.change_email'(ctx, body) {
    const change = await prepareEmailChange(ctx, body);
    return ctx.transaction(async (ctx) => {
      await changeEmail(ctx, change);
      return {};
    });
  },

  async 'password.undo_change_email'(ctx, body) {
    return ctx.transaction(async (ctx) => ({ email: await undoEmailChange(ctx, body) }));
  },

  async 'password.change_password'(ctx, body) {
    const change = await preparePasswordChange(ctx, body);
    return ctx.transaction(async (ctx) => {
      await changePassword(ctx, change);
      return {};
    });
  },
} satisfies HandlersOf<'password'>;
