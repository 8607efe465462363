/** People who sign up. */
import { randomBytes } from 'node:crypto';
import type { Call } from './call.ts';

export const newcomers = (call: Call) => ({
  async signUp(email = `${randomBytes(6).toString('hex')}@example.com`, password = 'correct horse') {
    const { status, body, text } = await call('password.create', { email, password });
    if (status !== 200) throw new Error(`password.create answered ${status}: ${text}`);
    return { email, password, credentials: body, bearer: body.access_token };
  },

  /** An account with an API key. */
  async account() {
    const user = await this.signUp();
    const { body } = await call('user.create_service_user', {}, { bearer: user.bearer });
    return { ...user, basic: { public_key: body.public_key, secret: body.secret }, key_id: body.id };
  },
});
