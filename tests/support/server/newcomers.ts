import { randomBytes } from 'node:crypto';
import { type Call, createCaller, expectSuccess } from './call.ts';

export const freshEmail = () => `${randomBytes(6).toString('hex')}@example.com`;

export const newcomers = (call: Call) => ({
  async signUp(email = freshEmail(), password = 'correct horse') {
    const credentials = expectSuccess('password.create', await call('password.create', { email, password }));
    return { email, password, credentials, bearer: credentials.access_token };
  },

  /** Signs a user in again, because tests move the clock past the expiry of the access token. */
  async signIn({ email, password }: { email: string; password: string }) {
    const credentials = await call('password.authenticate', { email, password });
    return { bearer: expectSuccess('password.authenticate', credentials).access_token };
  },

  async account(email?: string) {
    const user = await this.signUp(email);
    const { body } = await call('user.create_service_user', {}, { bearer: user.bearer });
    return { ...user, basic: { public_key: body.public_key, secret: body.secret }, key_id: body.id };
  },
});

/** An account at a server in another process, with an API key that can create sessions. */
export async function verifiedAccount(base: string, address?: string) {
  const call = createCaller(base);
  const account = await newcomers(call).account(address);
  const { email, bearer } = account;
  expectSuccess('password.verify_email_send_code', await call('password.verify_email_send_code', {}, { bearer }));
  const deadline = performance.now() + 60_000;
  for (;;) {
    const mailbox = await fetch(`${base}/_local/mailbox.json?to=${encodeURIComponent(email)}`);
    const { mails } = (await mailbox.json()) as { mails: { text: string }[] };
    const code = mails.map(({ text }) => /^[A-HJ-NP-Z2-9]{6}$/m.exec(text)?.[0]).find(Boolean);
    if (code) {
      expectSuccess('password.verify_email', await call('password.verify_email', { code }, { bearer }));
      return account;
    }
    if (performance.now() > deadline) throw new Error(`Waited 60 s for a code mailed to ${email}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
