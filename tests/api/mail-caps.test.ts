/** The daily limits on emailed codes: to one address, for one caller or account, and in total. */
// SQLite only: on a busy machine five hundred concurrent calls run out of database connections. guessing.test.ts tests the counters
// on both databases.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '../../server/secrets/random-secret.ts';
import { freshEmail } from '../support/server/newcomers.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ environment: { TRUSTED_PROXIES: '1' } });
});
afterAll(() => server?.stop());

const anIpv4 = () => `10.${[...randomBytes(3)].join('.')}`;
const from = (ip: string, headers: Record<string, string> = {}) => ({ 'X-Forwarded-For': ip, ...headers });

type Send = () => Promise<{ status: number; headers: Headers; body: unknown }>;

/** @returns how many codes were sent before one was refused. */
async function sentBefore429(send: Send, most: number): Promise<number> {
  for (let sent = 0; sent < most; sent++) {
    const answer = await send();
    if (answer.status === 429) {
      expectRefusal(answer);
      return sent;
    }
    expect(answer.status).toBe(200);
    await server.advance('PT31S');
  }
  return most;
}

/** The wait is longer than the 30 seconds between two codes, because the daily limit is used up. */
function expectRefusal({ status, headers, body }: Awaited<ReturnType<Send>>, shortest = 60): void {
  expect(status).toBe(429);
  expect(body).toMatchObject({ code: 'rate_limited' });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(shortest);
}

/** Uses up the day's limit of this kind of email, for everyone. */
async function useUp(subject: string): Promise<void> {
  const empty_at = server.deps.clock.now().getTime() + DAY_MS;
  await server.ctx.db
    .insertInto('throttles')
    .values({ id: hashToken(subject), empty_at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ empty_at }))
    .execute();
}

const release = (subject: string) =>
  server.ctx.db.deleteFrom('throttles').where('id', '=', hashToken(subject)).execute();

describe('codes to set a new password', () => {
  const recover = (email: string, ip: string, headers = {}) =>
    server.call('password.recover_send_code', { email }, {}, from(ip, headers));

  test('are limited per day to ten for one address from one network, sixty from all strangers, and still go to a known device', async () => {
    const { email, password } = await server.signUp();
    const signIn = await server.call('password.authenticate', { email, password });
    const device = signIn.headers.get('set-cookie')!.split(';', 1)[0]!;
    const networks = Array.from({ length: 7 }, anIpv4);
    const sent: number[] = [];
    for (const ip of networks) sent.push(await sentBefore429(() => recover(email, ip), 12));
    // Sending sixty codes takes half an hour of moved time, in which another one or two become available.
    expect(sent).toEqual([10, 10, 10, 10, 10, 10, expect.toSatisfy((last) => last <= 2)]);
    const codes = (await server.mailbox(email)).filter(({ subject }) => /new password/.test(subject));
    expect(codes).toHaveLength(sent.reduce((sum, some) => sum + some));
    expect(await sentBefore429(() => recover(email, networks[0]!, { Cookie: device }), 22)).toBe(20);
    await server.advance('P1D');
    expect((await recover(email, networks[0]!)).status).toBe(200);
  });

  test('are limited in the same way for an address without an account, which gets no email', async () => {
    const [email, ip] = [freshEmail(), anIpv4()];
    expect(await sentBefore429(() => recover(email, ip), 12)).toBe(10);
    expect(await server.mailbox(email)).toEqual([]);
  });

  test('go to 500 addresses a day for one network, and others still get theirs', async () => {
    const ip = anIpv4();
    const answers = await Promise.all(Array.from({ length: 505 }, () => recover(freshEmail(), ip)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(500);
    expectRefusal(answers.find(({ status }) => status === 429)!);
    expect((await recover(freshEmail(), anIpv4())).status).toBe(200);
  });

  test('end for the day when very many were sent, whether the address has an account or not', async () => {
    const { email } = await server.signUp();
    await useUp('recovery mails');
    const [known, unknown] = [await recover(email, anIpv4()), await recover(freshEmail(), anIpv4())];
    expectRefusal(known, 0);
    expectRefusal(unknown, 0);
    expect(await server.mailbox(email)).toEqual([]);
    await release('recovery mails');
    expect((await recover(email, anIpv4())).status).toBe(200);
  });
});

describe('codes to verify an address', () => {
  const verify = (bearer: string, ip: string) =>
    server.call('password.verify_email_send_code', {}, { bearer }, from(ip));

  test('go to one address twenty times a day, and forty times for one account', async () => {
    const { email, password, bearer } = await server.signUp();
    const ip = anIpv4();
    expect(await sentBefore429(() => verify(bearer, ip), 22)).toBe(20);
    expect(await server.mailbox(email)).toHaveLength(20);

    let address = email;
    const moved = async () => {
      const again = (await server.call('password.authenticate', { email: address, password })).body.access_token;
      address = freshEmail();
      const change = { new_email: address, password };
      expect((await server.call('password.change_email', change, { bearer: again })).status).toBe(200);
      return again;
    };
    const second = await moved();
    expect(await sentBefore429(() => verify(second, anIpv4()), 22)).toBe(20);
    const third = await moved();
    expect(await sentBefore429(() => verify(third, anIpv4()), 2)).toBe(0);
  });

  test('are sent 500 times a day for one network', async () => {
    const ip = anIpv4();
    const users = await Promise.all(Array.from({ length: 26 }, () => server.signUp()));
    let sent = 0;
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(users.map(({ bearer }) => verify(bearer, ip)));
      sent += answers.filter(({ status }) => status === 200).length;
      await server.advance('PT31S');
    }
    expect(sent).toBeGreaterThanOrEqual(500);
    expect(sent).toBeLessThan(510);
    expect((await verify((await server.signUp()).bearer, anIpv4())).status).toBe(200);
  });

  test('end for the day when very many were sent', async () => {
    const { email, bearer } = await server.signUp();
    await useUp('verification mails');
    expectRefusal(await verify(bearer, anIpv4()), 0);
    expect(await server.mailbox(email)).toEqual([]);
    await release('verification mails');
    expect((await verify(bearer, anIpv4())).status).toBe(200);
  });
});
