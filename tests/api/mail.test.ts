/** Email through a real SMTP server: what arrives, and what happens if the server is down, does not respond, or its response is lost. */
// SQLite only: the queue's queries run on both in mail.worker.test.ts; the rest is SMTP.
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { extractText } from 'unpdf';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../../server/test-service/free-port.ts';
import { setBilling } from '../support/server/billing.ts';
import { freshEmail } from '../support/server/newcomers.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';

const FROM = 'Sigill <no-reply@example.com>';
const LATER = 'PT5M';

interface Received {
  from: string;
  to: string[];
  message: string;
}

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function startSmtp(port: number, options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      void text(stream).then((message) => {
        const { mailFrom, rcptTo } = envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          message,
        });
        done();
      });
    },
    ...options,
  });
  // Ignored, because clients disconnect on purpose in these tests.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  let isOpen = true;
  const stop = async () => {
    if (isOpen) await new Promise<void>((resolve) => server.close(resolve));
    isOpen = false;
  };
  open.push(stop);
  return { received, stop };
}

async function start(url: (port: number) => string = (port) => `smtp://127.0.0.1:${port}`, log?: string[]) {
  const port = await freePort();
  const server = await createTestServer({
    environment: { SMTP_URL: url(port), MAIL_FROM: FROM },
    ...(log && { log: (line: string) => log.push(line) }),
  });
  open.push(() => server.stop());
  return { port, server };
}

/** Verifies the address directly, because the usual email would be among those under test. */
const markVerified = (server: TestServer, email: string) =>
  server.ctx.db.updateTable('users').set({ email_verified: 1 }).where('email', '=', email).execute();

const states = async (server: TestServer) =>
  (await server.ctx.db.selectFrom('mails').select('state').execute()).map(({ state }) => state);

const one = (list: Received[]) => eventually(async () => list[0], 'an email');

function parse(message: string) {
  const [head = '', ...rest] = message.split('\r\n\r\n');
  const fields = Object.fromEntries(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), decodedWords(line.slice(line.indexOf(':') + 2))]),
  );
  const boundary = /boundary="([^"]+)"/.exec(fields['content-type'] ?? '')?.[1];
  const parts = boundary === undefined ? [message] : rest.join('\r\n\r\n').split(`--${boundary}`).slice(1, -1);
  const decoded = parts.map((part) => {
    const [partHead = '', ...body] = part.trimStart().split('\r\n\r\n');
    const encoding = /content-transfer-encoding: (\S+)/i.exec(partHead)?.[1];
    return [/content-type: ([\w/]+)/i.exec(partHead)?.[1] ?? '', decode(body.join('\r\n\r\n'), encoding)] as const;
  });
  return { fields, parts: Object.fromEntries(decoded) as Record<string, string> };
}

function decode(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

const decodedWords = (field: string) =>
  field
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decode(word.replaceAll('_', ' '), 'quoted-printable'),
    );

describe('an email that arrives', () => {
  const NEW_PASSWORD = 'battery staple';
  type SignedUp = Awaited<ReturnType<TestServer['signUp']>>;
  type Send = (server: TestServer, user: SignedUp, headers: Record<string, string>) => Promise<{ status: number }>;

  /** How to trigger each email, and words from its subject in both languages. */
  const mails: Record<string, { send: Send; subject: Record<'en' | 'es', string> }> = {
    verify_email: {
      send: ({ call }, { bearer }, headers) => call('password.verify_email_send_code', {}, { bearer }, headers),
      subject: { en: 'Verify your email for Sigill', es: 'Verifica tu correo en Sigill' },
    },
    recover: {
      send: ({ call }, { email }, headers) => call('password.recover_send_code', { email }, {}, headers),
      subject: { en: 'Set a new password for Sigill', es: 'Establece una nueva contraseña en Sigill' },
    },
    password_changed: {
      send: ({ call }, { bearer, password }, headers) =>
        call('password.change_password', { password, new_password: NEW_PASSWORD }, { bearer }, headers),
      subject: { en: 'Your Sigill password was changed', es: 'Se ha cambiado tu contraseña de Sigill' },
    },
    email_changed: {
      send: ({ call }, { bearer, password, email }, headers) =>
        call('password.change_email', { password, new_email: `new-${email}` }, { bearer }, headers),
      subject: { en: 'Your Sigill email address was changed', es: 'Se ha cambiado tu correo de Sigill' },
    },
    invite: {
      send: ({ call }, { bearer, email }, headers) =>
        call('invite.create', { email: `guest-${email}` }, { bearer }, headers),
      subject: { en: 'You are invited to Sigill', es: 'Te han invitado a Sigill' },
    },
  };

  test.each(Object.keys(mails))('%s comes as text and HTML, in the language of its reader', async (name) => {
    const { server, port } = await start();
    const smtp = await startSmtp(port);
    for (const locale of ['en', 'es'] as const) {
      smtp.received.length = 0;
      const email = freshEmail();
      const headers = { 'Accept-Language': locale };
      const { body } = await server.call('password.create', { email, password: 'correct horse' }, {}, headers);
      const user = { email, password: 'correct horse', credentials: body, bearer: body.access_token };
      if (name === 'invite') await markVerified(server, email);
      expect((await mails[name]!.send(server, user, headers)).status).toBe(200);
      const { from, to, message } = await one(smtp.received);
      const { fields, parts } = parse(message);
      const recipient = name === 'invite' ? `guest-${email}` : email;
      expect({ from, to }).toEqual({ from: 'no-reply@example.com', to: [recipient] });
      expect(fields).toMatchObject({
        from: FROM,
        to: recipient,
        subject: mails[name]!.subject[locale],
        'auto-submitted': 'auto-generated',
      });
      expect(Object.keys(parts)).toEqual(['text/plain', 'text/html']);
      expect(parts['text/html']).toMatch(new RegExp(`<html[^>]* lang="${locale}"`));
      const needed = /https?:\/\/\S+|^[A-HJ-NP-Z2-9]{6}$/m.exec(parts['text/plain']!)?.[0];
      if (name !== 'password_changed' && name !== 'email_changed') expect(needed).toBeDefined();
      if (needed) expect(parts['text/html']!.replaceAll('&amp;', '&')).toContain(needed);
    }
  });

  test('contains a code that works once', async () => {
    const { server, port } = await start();
    const { received } = await startSmtp(port);
    const { bearer } = await server.signUp();
    await server.call('password.verify_email_send_code', {}, { bearer });
    const code = /^[A-Z2-9]{6}\r?$/m.exec(parse((await one(received)).message).parts['text/plain']!)![0].trim();
    expect(await server.call('password.verify_email', { code }, { bearer })).toMatchObject({ status: 200 });
    expect((await server.call('user.self', {}, { bearer })).body.email_verified).toBe(true);
    expect(received).toHaveLength(1);
  });
});

describe('a bill', () => {
  const filesOf = (message: string): Record<string, Buffer> =>
    Object.fromEntries(
      [
        ...message.matchAll(
          /content-type: application\/pdf(?:[^\r]|\r\n\S|\r\n[ \t])*?filename=(\S+)\r\n\r\n([\w+/=\r\n]+)/gi,
        ),
      ].map(([, name = '', content = '']) => [name, Buffer.from(content, 'base64')]),
    );

  test('waits sealed, and reaches billing addresses as a PDF and users as a link', async () => {
    const { server, port } = await start();
    const { email, bearer } = await server.signUp();
    const { id: merchant_id } = (await server.call('billing.self', {}, { bearer })).body;
    const [cycle_start, cycle_end] = ['2026-01-01', '2026-02-01'];
    const billing_emails = JSON.stringify(['AP@nordlicht.example', email.toUpperCase()]);
    await setBilling(server, merchant_id, { credit: 0, cycle_start, cycle_end, billing_emails });
    await server.ctx.db
      .insertInto('billed_sessions')
      .values({ session_id: 1, merchant_id, cycle_start, approved: cycle_start, unit_price: 7_000_000, credit: 0 })
      .execute();
    server.deps.wake('billing');
    const waiting = await eventually(async () => {
      const mails = await server.ctx.db.selectFrom('mails').selectAll().where('template', '=', 'bill').execute();
      return mails.length === 2 && mails.every(({ attempts }) => attempts === 1) && mails;
    }, 'the first attempts');
    for (const { subject, text, html, sealed } of waiting) {
      expect(subject + text + html).toBe('');
      expect(sealed!.toString('latin1')).not.toMatch(/document|invoice|nordlicht/i);
      // The PDF itself is not stored: it is drawn on delivery.
      expect(sealed!.length).toBeLessThan(10_000);
    }

    const { received } = await startSmtp(port);
    await server.advance(LATER);
    await eventually(async () => received.length === 2, 'both emails');
    const [forUser, forAddress] = [email, 'AP@nordlicht.example'].map(
      (address) => received.find(({ to }) => to[0] === address)!.message,
    );
    expect(filesOf(forUser!)).toEqual({});
    expect(forUser).toMatch(/\/bill\/\d/);
    const [[name, pdf] = []] = Object.entries(filesOf(forAddress!));
    expect(name).toMatch(/^sigill-.+\.pdf$/);
    const { text } = await extractText(new Uint8Array(pdf!), { mergePages: true });
    expect(text).toContain('$7.00');
    expect(forAddress).not.toMatch(/\/bill\/\d/);
    await eventually(async () => (await states(server)).every((state) => state === 'SENT'), 'the deliveries');
    const sealed = await server.ctx.db.selectFrom('mails').select('sealed').execute();
    expect(sealed.every((mail) => mail.sealed === null)).toBe(true);
  });
});

describe('while the mail server is down', () => {
  test('no request fails; the email arrives once, when the server is up again', async () => {
    const { server, port } = await start();
    const { email, bearer, password } = await server.signUp();
    const answers = [
      await server.call('password.verify_email_send_code', {}, { bearer }),
      await server.call('password.recover_send_code', { email }),
      await markVerified(server, email).then(() =>
        server.call('invite.create', { email: `guest-${email}` }, { bearer }),
      ),
      await server.call('password.change_password', { password, new_password: 'battery staple' }, { bearer }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await eventually(async () => {
      const attempts = await server.ctx.db.selectFrom('mails').select('attempts').execute();
      return attempts.every((mail) => mail.attempts > 0);
    }, 'a first attempt of each');
    expect(new Set(await states(server))).toEqual(new Set(['PENDING']));

    const { received } = await startSmtp(port);
    await server.advance(LATER);
    await eventually(async () => (await states(server)).every((state) => state === 'SENT'), 'all emails');
    expect(received.map(({ to }) => to[0]).toSorted()).toEqual([email, email, email, `guest-${email}`].toSorted());
    expect(new Set(received.map(({ message }) => parse(message).fields['message-id'])).size).toBe(4);
  });

  test('between two emails, the second arrives after it is back', async () => {
    const { server, port } = await start();
    const first = await startSmtp(port);
    const { bearer } = await server.signUp();
    await server.call('password.verify_email_send_code', {}, { bearer });
    await one(first.received);
    await first.stop();
    await server.advance('PT31S');
    expect((await server.call('password.verify_email_send_code', {}, { bearer })).status).toBe(200);
    const second = await startSmtp(port);
    await server.advance(LATER);
    const { message } = await eventually(async () => second.received[0], 'the second mail');
    expect(parse(message).fields['message-id']).not.toBe(parse(first.received[0]!.message).fields['message-id']);
  });

  test('because it accepts connections and says nothing, no request waits for it', async () => {
    const { server, port } = await start();
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket.on('error', () => {})));
    await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
    const closeSilent = async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => silent.close(resolve));
    };
    open.push(closeSilent);
    const { bearer, email } = await server.signUp();
    const started = performance.now();
    await server.call('password.verify_email_send_code', {}, { bearer });
    await eventually(async () => sockets.size > 0, 'a connection');
    await markVerified(server, email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => server.call('invite.create', { email: `${n}-${email}` }, { bearer })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    // Well below the 20 s after which the service gives up on a silent mail server.
    expect(performance.now() - started).toBeLessThan(10_000);
    await closeSilent();
  });
});

describe('a mail server', () => {
  test('that accepted the email but reports an error gets it again under the same id', async () => {
    const { server, port } = await start();
    const ids: (string | undefined)[] = [];
    let isLosing = true;
    await startSmtp(port, {
      onData(stream, _, done) {
        void text(stream).then((message) => {
          ids.push(parse(message).fields['message-id']);
          if (!isLosing) return done();
          isLosing = false;
          done(Object.assign(new Error('try later'), { responseCode: 451 }));
        });
      },
    });
    const { bearer } = await server.signUp();
    await server.call('password.verify_email_send_code', {}, { bearer });
    await eventually(async () => ids.length === 1, 'a first attempt');
    await eventually(async () => {
      await server.advance(LATER);
      return ids.length === 2;
    }, 'a second attempt');
    expect(ids[0]).toBeDefined();
    expect(ids[1]).toBe(ids[0]);
  });

  test('that requires TLS and a sign-in gets both', async () => {
    const { server, port } = await start((at) => `smtp://mailer:p%40ss@127.0.0.1:${at}?tls.rejectUnauthorized=false`);
    const seen: { user?: string; password?: string; secure: boolean }[] = [];
    const { received } = await startSmtp(port, {
      authOptional: false,
      disabledCommands: [],
      onAuth({ username, password }, { secure }, done) {
        seen.push({ ...(username && { user: username }), ...(password && { password }), secure });
        done(null, { user: username });
      },
    });
    const { bearer } = await server.signUp();
    await server.call('password.verify_email_send_code', {}, { bearer });
    await one(received);
    expect(seen).toEqual([{ user: 'mailer', password: 'p@ss', secure: true }]);
  });

  test('that refuses our sign-in is retried, since that is ours to fix', async () => {
    const { server, port } = await start((at) => `smtp://mailer:wrong@127.0.0.1:${at}`);
    let isMended = false;
    const { received } = await startSmtp(port, {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username }, _, done) =>
        isMended ? done(null, { user: username }) : done(Object.assign(new Error('no'), { responseCode: 535 })),
    });
    const { bearer } = await server.signUp();
    expect((await server.call('password.verify_email_send_code', {}, { bearer })).status).toBe(200);
    await eventually(async () => {
      const [mail] = await server.ctx.db.selectFrom('mails').selectAll().execute();
      return mail?.attempts === 1 && mail.state === 'PENDING';
    }, 'a refused attempt');
    isMended = true;
    await eventually(async () => {
      await server.advance(LATER);
      return received.length > 0;
    }, 'the mail');
  });

  describe('a mail server on another machine', () => {
    /** Reaches this machine, but does not count as a loopback address. */
    const elsewhere = (at: number) => `smtp://0.0.0.0:${at}`;

    async function sendOne(server: TestServer) {
      const { bearer } = await server.signUp();
      expect((await server.call('password.verify_email_send_code', {}, { bearer })).status).toBe(200);
    }

    test.each([
      ['does not offer encryption', { disabledCommands: ['STARTTLS'] }],
      ['offers it with an untrusted certificate', { disabledCommands: [] }],
    ])('that %s gets nothing: the email waits, and the log says why', async (_, options) => {
      const log: string[] = [];
      const { server, port } = await start(elsewhere, log);
      const { received } = await startSmtp(port, options);
      await sendOne(server);
      const warning = await eventually(
        async () => log.find((line) => line.includes('email not delivered')),
        'a warning',
      );
      expect(JSON.parse(warning)).toMatchObject({ level: 40, attempt: 1, final: false });
      if (options.disabledCommands.length > 0)
        expect(JSON.parse(warning)).toMatchObject({
          code: 'ETLS',
          reason: expect.stringContaining('does not offer valid encryption'),
        });
      expect(await states(server)).toEqual(['PENDING']);
      expect(received).toEqual([]);
    });

    test('that offers TLS gets the email encrypted; one that does not gets it only if the URL allows it', async () => {
      const secure: boolean[] = [];
      const onAuth: SMTPServerOptions['onAuth'] = ({ username }, session, done) => {
        secure.push(session.secure);
        done(null, { user: username });
      };
      const first = await start((at) => `smtp://a:b@0.0.0.0:${at}?tls.rejectUnauthorized=false`);
      const encrypted = await startSmtp(first.port, { authOptional: false, disabledCommands: [], onAuth });
      await sendOne(first.server);
      await one(encrypted.received);
      const second = await start((at) => `${elsewhere(at)}?requireTLS=false`);
      const plain = await startSmtp(second.port);
      await sendOne(second.server);
      await one(plain.received);
      expect(secure).toEqual([true]);
    });
  });

  test('with an untrusted certificate gets no email and no sign-in', async () => {
    const { server, port } = await start((at) => `smtp://mailer:secret@127.0.0.1:${at}`);
    const passwords: unknown[] = [];
    const { received } = await startSmtp(port, {
      disabledCommands: [],
      onAuth({ username, password }, _, done) {
        passwords.push(password);
        done(null, { user: username });
      },
    });
    const { bearer } = await server.signUp();
    await server.call('password.verify_email_send_code', {}, { bearer });
    await eventually(async () => {
      const [mail] = await server.ctx.db.selectFrom('mails').selectAll().execute();
      return mail?.attempts === 1;
    }, 'an attempt');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(received).toEqual([]);
    expect(passwords).toEqual([]);
  });
});
