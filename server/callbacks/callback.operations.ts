import { audit, auditPerson } from '../audit/audit.service.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { getCallback, listCallbacks, resendCallback } from './callback.service.ts';
import { viewCallback, viewDelivery } from './callback.view.ts';
import { countFailed, resendFailed } from './callback-failed.service.ts';
import { getHealth } from './callback-health.service.ts';
import { listen } from './callback-listen.service.ts';
import { findMatchingCallbacks } from './callback-search.service.ts';
import { getSigningSecret, rotateSigningSecret } from './callback-secret.service.ts';
import { sendTest } from './callback-test.service.ts';

export const callbackOperations: HandlersOf<'callback'> = {
  async 'callback.list'(ctx, body) {
    const { rows, ...next } = await listCallbacks(ctx, body);
    return { callbacks: rows.map(viewDelivery), ...next };
  },

  async 'callback.get'(ctx, body) {
    return viewCallback(ctx, await getCallback(ctx, body));
  },

  async 'callback.resend'(ctx, body) {
    return ctx.transaction(async (ctx) => {
      const callback = await resendCallback(ctx, body);
      await auditPerson(ctx, 'callback.resend', callback.session_id);
      return viewDelivery(callback);
    });
  },

  'callback.health': getHealth,

  async 'callback.search'(ctx, body) {
    const { rows, ...next } = await findMatchingCallbacks(ctx, body);
    return { callbacks: rows.map(viewDelivery), ...next };
  },

  'callback.failed': countFailed,

  async 'callback.resend_failed'(ctx, body) {
    return ctx.transaction(async (ctx) => {
      const queued = await resendFailed(ctx, body);
      await audit(ctx, 'callback.resend_failed');
      return queued;
    });
  },

  async 'callback.test'(ctx, body) {
    const outcome = await sendTest(ctx, body);
    return ctx.transaction(async (ctx) => {
      await audit(ctx, 'callback.test');
      return outcome;
    });
  },

  'callback.listen': (ctx, body) => listen(ctx, body, ctx.onHangUp),

  'callback.secret': getSigningSecret,

  async 'callback.rotate_secret'(ctx) {
    return ctx.transaction(async (ctx) => {
      const secret = await rotateSigningSecret(ctx);
      await audit(ctx, 'callback.rotate_secret');
      return secret;
    });
  },
};
