import { queryClient } from '../../api/query-client';
import { usersOptions } from '../../api/whole-lists';

/** The public key of the newest API key of the account. A module of its own, so that only somebody who is signed in loads the SDK. */
export async function firstPublicKey(): Promise<string | undefined> {
  const { users } = await queryClient.fetchQuery(usersOptions());
  return users.find(({ public_key }) => public_key)?.public_key;
}
