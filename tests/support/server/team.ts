import type { UserRole } from '../../../server/generated/operations.gen.ts';
import { verifyEmail } from './billing.ts';
import { createTestServer, eventually, type Mail } from './test-server.ts';
import { type Account, createWorld, type World } from './world.ts';

/** An owner and a user who supports customers, on a separate server. */
export async function createTeam() {
  const server = await createTestServer();
  const owner = await server.account();
  const world = createWorld(server, owner);
  const support = await teammate(world, owner, 'support');

  const auditOf = async (target: number) => {
    const { entries } = await world.succeed('audit.list', { target, limit: 100 }, owner);
    return entries.filter(({ action }) => /^session_/.test(action)).map(({ action }) => action);
  };

  const refusalOf = async (result: ReturnType<typeof server.call>) => {
    const { status, body } = await result;
    const { error, code, details } = body as unknown as { error: string; code: string; details?: { path: string }[] };
    return { status, error, code, ...(details && { path: details[0]?.path }) };
  };

  return { server, world, owner, support, auditOf, refusalOf };
}

export async function teammate(world: World, owner: Pick<Account, 'bearer' | 'email'>, role?: UserRole) {
  const { succeed, server } = world;
  await verifyEmail(world, owner);
  const email = world.freshEmail();
  await succeed('invite.create', { email, ...(role && { role }) }, { bearer: owner.bearer });
  const mail = await eventually(async () => (await server.mailbox(email))[0], 'the invitation');
  const reference = inviteReference(mail);
  const joined = await succeed('password.create', { email, password: 'correct horse', reference });
  const bearer = joined.access_token;
  const { id } = await succeed('user.self', {}, { bearer });
  return { id, email, bearer };
}

/** An invitation, from a new account unless one is given. */
export async function invitation(
  world: World,
  email = world.freshEmail(),
  account?: Pick<Account, 'bearer'>,
): Promise<{ email: string; reference: string }> {
  const { bearer } = account ?? (await verifiedAccount(world));
  await world.succeed('invite.create', { email }, { bearer });
  const mail = await eventually(async () => (await world.server.mailbox(email))[0], 'the invitation');
  return { email, reference: inviteReference(mail) };
}

export async function verifiedAccount(world: World) {
  const account = await world.freshAccount();
  await verifyEmail(world, account);
  return account;
}

export const inviteReference = ({ text }: Pick<Mail, 'text'>): string => /\/invite\/([\w-]+)/.exec(text)![1]!;
