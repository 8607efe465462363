import { queryClient } from '../../api/query-client';
import { usersOptions } from '../../api/whole-lists';

/** The public key of the account's newest API key. In a separate module, so that only signed-in users load the SDK. */
export async function firstPublicKey(): Promise<string | undefined> {
  const { users } = await queryClient.fetchQuery(usersOptions());
  return users.find(({ public_key }) => public_key)?.public_key;
}
