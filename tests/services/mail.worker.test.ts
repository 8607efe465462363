import { createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { RETRY_AFTER_SECONDS } from '../../server/mail/mail.worker.ts';
import { freePort } from '../../server/test-service/free-port.ts';
import { createTestServer, eventually } from '../support/server/test-server.ts';

async function startSmtp(port: number, answer: { data: string }) {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    let buffer = '';
    let reading = false;
    socket.write('220 test ESMTP\r\n');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      buffer += chunk;
      for (;;) {
        const end = buffer.indexOf(reading ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = buffer.slice(0, end);
        buffer = buffer.slice(end + (reading ? 5 : 2));
        if (reading) {
          reading = false;
          if (answer.data.startsWith('250')) received.push(part);
          socket.write(`${answer.data}\r\n`);
        } else if (part === 'DATA') {
          reading = true;
          socket.write('354 go on\r\n');
        } else if (part === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 fine\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    received,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource.stop();
});

async function start() {
  const port = await freePort();
  const server = await createTestServer({
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Sigill <no-reply@example.com>' },
  });
  open.push(server);
  const state = async () => {
    const [mail] = await server.ctx.db.selectFrom('mails').selectAll().execute();
    return mail!;
  };
  const smtp = async (answer = { data: '250 accepted' }) => {
    const started = await startSmtp(port, answer);
    open.push(started);
    return { ...started, answer };
  };
  return { server, state, smtp };
}

const decoded = (message: string) =>
  message
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

test('the mail worker delivers text and HTML, and keeps no words of a delivered email', async () => {
  const { server, state, smtp } = await start();
  const { received } = await smtp();
  const { bearer, email } = await server.signUp();
  await server.call('password.verify_email_send_code', {}, { bearer });
  await eventually(async () => received.length > 0, 'the mail');
  const message = decoded(received[0]!);
  expect(message).toContain(`To: ${email}`);
  expect(message).toContain('From: Sigill <no-reply@example.com>');
  expect(message).toContain('Subject: Verify your email for Sigill');
  expect(message).toMatch(/Content-Type: text\/plain; charset=utf-8/);
  expect(message).toMatch(/Content-Type: text\/html; charset=utf-8/);
  const code = /^[A-Z2-9]{6}\r?$/m.exec(message)![0].trim();
  await eventually(async () => (await state()).state === 'SENT', 'the mail to be marked');
  expect(await state()).toMatchObject({ sealed: null, subject: '', text: '', html: '', attempts: 1 });
  expect((await server.call('password.verify_email', { code }, { bearer })).status).toBe(200);
});

test('the mail worker keeps no address of a person once the link to their session is delivered', async () => {
  const { server, state, smtp } = await start();
  const { received } = await smtp();
  const { basic } = await server.account();
  const sent = await server.call('session.create', { send_to: 'alma@example.com' }, { basic });
  expect(sent.status).toBe(200);
  await eventually(async () => (await state()).state === 'SENT', 'the mail to be marked');
  expect(decoded(received[0]!)).toContain('To: alma@example.com');
  const mails = await server.ctx.db.selectFrom('mails').selectAll().execute();
  expect(JSON.stringify(mails)).not.toContain('alma');
});

test('a request succeeds while the mail server is down; the email is sealed and delivered later', async () => {
  const { server, state, smtp } = await start();
  const { bearer } = await server.signUp();
  expect((await server.call('password.verify_email_send_code', {}, { bearer })).status).toBe(200);
  const waiting = await eventually(async () => (await state()).attempts === 1 && state(), 'a first attempt');
  expect(waiting).toMatchObject({ state: 'PENDING', subject: '', text: '', html: '' });
  expect(waiting.sealed?.toString('latin1')).not.toContain('Enter this code');
  const { received } = await smtp();
  await server.advance(`PT${RETRY_AFTER_SECONDS[0]}S`);
  await eventually(async () => received.length > 0, 'the mail');
  await eventually(async () => (await state()).state === 'SENT', 'the mail to be marked');
  expect(received).toHaveLength(1);
});

test('the mail worker retries a temporary refusal and gives up on a permanent one', async () => {
  const { server, state, smtp } = await start();
  const { received, answer } = await smtp({ data: '451 try later' });
  const { bearer } = await server.signUp();
  await server.call('password.verify_email_send_code', {}, { bearer });
  for (const [index, seconds] of RETRY_AFTER_SECONDS.slice(0, 2).entries()) {
    const { attempts } = await eventually(
      async () => {
        const mail = await state();
        // If the next attempt is due before the claim ends, the claim was released.
        const wait = Date.parse(mail.next_attempt) - server.deps.clock.now().getTime();
        return mail.attempts === index + 1 && Math.abs(wait / 1000 - seconds) < 5 && mail;
      },
      `attempt ${index + 1}`,
    );
    expect(attempts).toBe(index + 1);
    await server.advance(`PT${seconds}S`);
  }
  answer.data = '550 no such user';
  await server.advance('PT5M');
  await eventually(async () => (await state()).state === 'FAILED', 'the mail to be given up');
  expect(await state()).toMatchObject({ sealed: null });
  expect(received).toEqual([]);
});
