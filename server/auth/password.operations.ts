import type { Deps } from '../core/deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { createGuessAlarm } from './guess-alarm.ts';
import { changeEmail, changePassword, signIn, signUp } from './password.service.ts';
import { recoverPassword, sendRecoveryCode, sendVerificationCode, verifyEmail } from './recover.service.ts';

export const passwordOperations = (deps: Deps) => {
  const alarm = createGuessAlarm(deps);
  return {
    async 'password.create'(call, body) {
      return signUp(deps, call, body);
    },

    async 'password.authenticate'(call, body) {
      return signIn(deps, alarm, call, body);
    },

    async 'password.verify_email_send_code'({ principal, request, transaction }) {
      return transaction(async (ctx) => {
        await sendVerificationCode(ctx, principal, request);
        return {};
      });
    },

    async 'password.verify_email'({ principal, request, transaction }, body) {
      return verifyEmail(deps, transaction, principal, request, body.code);
    },

    async 'password.recover_send_code'({ request, browser, transaction }, body) {
      return transaction(async (ctx) => {
        await sendRecoveryCode(ctx, request, browser, body.email);
        return {};
      });
    },

    async 'password.recover'(call, body) {
      return recoverPassword(deps, call, body);
    },

    async 'password.change_email'({ principal, request, transaction }, body) {
      return changeEmail(deps, transaction, principal, request, body);
    },

    async 'password.change_password'({ principal, ...call }, body) {
      return changePassword(deps, call, principal, body);
    },
  } satisfies HandlersOf<'password'>;
};
