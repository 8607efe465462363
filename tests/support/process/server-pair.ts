/** Two processes on one database, as behind a load balancer, and callers from any address. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationId } from '../../../server/generated/operations.gen.ts';
import { type Body, type Credentials, createCaller, expectSuccess } from '../server/call.ts';
import { freshEmail } from '../server/newcomers.ts';
import { createTestDatabase } from '../server/test-database.ts';
import { eventually, type Mail } from '../server/test-server.ts';
import { createServerProcess, quickServer, type ServerProcess } from './server-process.ts';

/** Where a call comes from: one of many addresses by default, with the cookie of a device. */
interface Origin {
  from?: string;
  cookie?: string | undefined;
}

export type ServerPair = Awaited<ReturnType<typeof createServerPair>>;

export const PASSWORD = 'correct horse';

export async function createServerPair(changes: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sigill-pair-'));
  const database = await createTestDatabase();
  const environment = {
    ...{ DATA_DIR: folder, TRUSTED_PROXIES: '1', ...changes },
    ...(database && { DATABASE_URL: database.url }),
  };
  const servers: ServerProcess[] = [];
  for (let number = 0; number < 2; number++) {
    const server = await createServerProcess(environment, undefined, await quickServer());
    await server.start();
    servers.push(server);
  }

  let turn = 0;
  function call<Id extends OperationId>(
    id: Id,
    body: Body<Id>,
    { from = anIpv4(), cookie, ...credentials }: Credentials & Origin = {},
  ) {
    const { base } = servers[turn++ % servers.length]!;
    return createCaller(base)(id, body, credentials, { 'X-Forwarded-For': from, ...(cookie && { Cookie: cookie }) });
  }

  return {
    call,
    environment,
    base: servers[0]!.base,

    async advance(duration: string): Promise<void> {
      for (const { base } of servers)
        await fetch(`${base}/_local/clock`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ advance: duration }),
        });
    },

    /** A new account. `device` is the cookie of the device that signed up, and `line` is the header that set it. */
    async signUp() {
      const email = freshEmail();
      const created = await call('password.create', { email, password: PASSWORD });
      const { headers } = created;
      return {
        email,
        bearer: expectSuccess('password.create', created).access_token,
        line: headers.getSetCookie()[0] ?? '',
        device: deviceOf(headers),
      };
    },

    code: (email: string): Promise<string> =>
      eventually(async () => {
        const response = await fetch(`${servers[0]!.base}/_local/mailbox.json?to=${email}`);
        const { mails } = (await response.json()) as { mails: Mail[] };
        return mails.map(({ text }) => /^[A-Z2-9]{6}$/m.exec(text)?.[0]).find(Boolean);
      }, 'the code'),

    async remove(): Promise<void> {
      for (const server of servers) await server.remove();
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The cookie that a response gives a device, as the device sends it. */
export const deviceOf = (headers: Headers): string => headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';

export const anIpv4 = (): string => `10.${[...randomBytes(3)].join('.')}`;
