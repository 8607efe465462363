import type { UserRole } from '../../../server/generated/operations.gen.ts';
import { verifyEmail } from './billing.ts';
import { eventually, type Mail } from './test-server.ts';
import type { Account, World } from './world.ts';

/** A user who joined an owner's account by an invitation, with a role or the default one. */
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

/** The reference that an invitation's link brings to the sign-up. */
export function inviteReference({ text }: Pick<Mail, 'text'>): string {
  const state = new URL(/https?:\/\/\S+/.exec(text)![0]).searchParams.get('state')!;
  return (JSON.parse(state) as { reference: string }).reference;
}
