import type { HandlersOf } from '../../http/handlers.ts';
import {
  changePassword,
  checkSignIn,
  preparePasswordChange,
  prepareSignUp,
  signIn,
  signUp,
} from './password.service.ts';
import {
  changeEmail,
  checkVerificationCode,
  prepareEmailChange,
  sendVerificationCode,
  undoEmailChange,
  verifyEmail,
} from './password-email.service.ts';
import { prepareRecovery, recoverPassword, sendRecoveryCode } from './password-recover.service.ts';

export const passwordOperations: HandlersOf<'password'> = {
  async 'password.create'(ctx, body) {
    const newcomer = await prepareSignUp(ctx, body);
    return ctx.transaction((ctx) => signUp(ctx, newcomer));
  },

  async 'password.authenticate'(ctx, body) {
    const checked = await checkSignIn(ctx, body);
    return ctx.transaction((ctx) => signIn(ctx, checked));
  },

  'password.verify_email_send_code': (ctx) => ctx.transaction(sendVerificationCode),

  async 'password.verify_email'(ctx, body) {
    const checked = await checkVerificationCode(ctx, body);
    return ctx.transaction((ctx) => verifyEmail(ctx, checked));
  },

  'password.recover_send_code': (ctx, body) => ctx.transaction((ctx) => sendRecoveryCode(ctx, body)),

  async 'password.recover'(ctx, body) {
    const recovery = await prepareRecovery(ctx, body);
    return ctx.transaction((ctx) => recoverPassword(ctx, recovery));
  },

  async 'password.change_email'(ctx, body) {
    const change = await prepareEmailChange(ctx, body);
    return ctx.transaction((ctx) => changeEmail(ctx, change));
  },

  'password.undo_change_email': (ctx, body) => ctx.transaction((ctx) => undoEmailChange(ctx, body)),

  async 'password.change_password'(ctx, body) {
    const change = await preparePasswordChange(ctx, body);
    return ctx.transaction((ctx) => changePassword(ctx, change));
  },
};
