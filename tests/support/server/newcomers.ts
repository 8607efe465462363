/** People who sign up. */
import { randomBytes } from 'node:crypto';
import { type Call, expectSuccess } from './call.ts';

export const newcomers = (call: Call) => ({
  async signUp(email = `${randomBytes(6).toString('hex')}@example.com`, password = 'correct horse') {
    const credentials = expectSuccess('password.create', await call('password.create', { email, password }));
    return { email, password, credentials, bearer: credentials.access_token };
  },

  /** An account with an API key. */
  async account() {
    const user = await this.signUp();
    const { body } = await call('user.create_service_user', {}, { bearer: user.bearer });
    return { ...user, basic: { public_key: body.public_key, secret: body.secret }, key_id: body.id };
  },
});
