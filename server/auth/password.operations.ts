import type { Deps } from '../core/deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { deliverSoon } from '../mail/mail.service.ts';
import { createGuessAlarm } from './guess-alarm.ts';
import { changeEmail, changePassword, signIn, signUp } from './password.service.ts';
import { recoverPassword, sendRecoveryCode, sendVerificationCode, verifyEmail } from './recovery.service.ts';

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
      const answer = await transaction(async ({ db: trx }) => {
        await sendVerificationCode(trx, deps, principal, request);
        return {};
      });
      deliverSoon(deps);
      return answer;
    },

    async 'password.verify_email'({ principal, request, transaction }, body) {
      return verifyEmail(deps, transaction, principal, request, body.code);
    },

    async 'password.recover_send_code'({ request, browser, transaction }, body) {
      const answer = await transaction(async ({ db: trx }) => {
        await sendRecoveryCode(trx, deps, request, browser, body.email);
        return {};
      });
      deliverSoon(deps);
      return answer;
    },

    async 'password.recover'(call, body) {
      const answer = await recoverPassword(deps, call, body);
      deliverSoon(deps);
      return answer;
    },

    async 'password.change_email'({ principal, request, transaction }, body) {
      const answer = await changeEmail(deps, transaction, principal, request, body);
      deliverSoon(deps);
      return answer;
    },

    async 'password.change_password'({ principal, ...call }, body) {
      const answer = await changePassword(deps, call, principal, body);
      deliverSoon(deps);
      return answer;
    },
  } satisfies HandlersOf<'password'>;
};
