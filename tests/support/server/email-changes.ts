/** Changes a user's email address, and reads the code from the link that undoes the change. */
import { verifyEmail } from './billing.ts';
import { eventually } from './test-server.ts';
import type { World } from './world.ts';

export const undoCode = ({ server }: Pick<World, 'server'>, email: string): Promise<string> =>
  eventually(async () => {
    const mails = await server.mailbox(email);
    return mails.map(({ text }) => /undo-email-change\?code=([\w-]+)/.exec(text)?.[1]).find(Boolean);
  }, `a link to undo a change, mailed to ${email}`);

/** A user with a verified address who has entered a new one. */
export async function withNewEmail(world: World) {
  const user = await world.freshAccount();
  await verifyEmail(world, user);
  const { bearer, password } = user;
  const new_email = world.freshEmail();
  await world.succeed('password.change_email', { password, new_email }, { bearer });
  return { ...user, new_email };
}
