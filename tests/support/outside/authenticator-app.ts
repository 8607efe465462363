/** An authenticator app on a phone that shares the server's clock. */
import { Secret, TOTP } from 'otpauth';
import { type Call, expectSuccess } from '../server/call.ts';
import { eventually, type TestServer } from '../server/test-server.ts';

/** The code that the app shows, or would show this many steps of 30 seconds later. */
export const codeOf = ({ deps }: Pick<TestServer, 'deps'>, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: deps.clock.now().getTime() + steps * 30_000,
  });

/** Sets up an authenticator app for a signed-in user. The current code can still be used afterwards. */
export async function setUpApp(
  server: Pick<TestServer, 'deps'> & { call: Call },
  bearer: string,
): Promise<{ secret: string; recovery_codes: string[] }> {
  const { secret } = (await server.call('totp.create', {}, { bearer })).body;
  const confirm = () => server.call('totp.confirm', { code: codeOf(server, secret, -1) }, { bearer });
  const first = await confirm();
  // The code may expire before the service checks it. The second attempt then uses a newer one.
  const { recovery_codes } = expectSuccess('totp.confirm', first.status === 200 ? first : await confirm());
  return { secret, recovery_codes };
}

export const createSecondFactors = (server: Pick<TestServer, 'call' | 'deps' | 'mailbox' | 'signUp'>) => ({
  async withApp() {
    const user = await server.signUp();
    return { ...user, ...(await setUpApp(server, user.bearer)) };
  },

  signIn: ({ email, password }: { email: string; password: string }, factor: object = {}, headers = {}) =>
    server.call('password.authenticate', { email, password, ...factor }, {}, headers),

  mailed: (email: string, subject: RegExp) =>
    eventually(async () => (await server.mailbox(email)).find((mail) => subject.test(mail.subject)), String(subject)),
});
