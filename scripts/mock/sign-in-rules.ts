/** Signing up, in and out. Every mail of the mock would contain the same code, and a provider agrees at once. */
import { MOCK_CODE } from '../../openapi/facts/mock-scenarios.ts';
import { describeDevice } from '../../server/auth/sign-in/device-description.ts';
import { randomId } from '../../server/database/random-id.ts';
import type { Credentials, OperationId, UserType } from '../../server/generated/operations.gen.ts';
import type { Holder } from './accounts.ts';
import { found } from './by-name.ts';
import { newAccount } from './new-account.ts';
import type { AccountCall, PublicCall, Rules } from './rules.ts';

export const signInRules: Rules = {
  'password.create'(call, { email, password }) {
    const { accounts, examples } = call.world;
    if (accounts.withEmail(email)) throw examples.refused('password.create', 'email_taken');
    const holder = signUp(call, email, 'NATURAL');
    holder.account.passwords.set(email.toLowerCase(), password);
    return signIn(call, holder);
  },

  /** Whoever is not known here is signed in to the account of the examples. */
  'password.authenticate'(call, { email, password }) {
    const { accounts, examples } = call.world;
    const account = accounts.withEmail(email);
    const known = account?.passwords.get(email.toLowerCase());
    if (known !== undefined && known !== password) throw examples.refused('password.authenticate', 'wrong_sign_in');
    const holder = account && holderWith(account, email);
    return signIn(call, holder ?? accounts.holderOf('', ({ type }) => type === 'NATURAL')!);
  },

  'password.verify_email_send_code': () => ({}),

  'password.verify_email'(call, { code }) {
    assertCode(call, 'password.verify_email', code);
    call.user.email_verified = true;
    return {};
  },

  'password.recover_send_code': () => ({}),

  'password.recover'(call, { code, email, new_password }) {
    assertCode(call, 'password.recover', code);
    const account = call.world.accounts.withEmail(email);
    const holder = account && holderWith(account, email);
    if (!holder) throw call.world.examples.refused('password.recover', 'invalid_code');
    call.world.accounts.endAllOf(holder);
    account.passwords.set(email.toLowerCase(), new_password);
    return {};
  },

  'password.change_email'(call, { password, new_email }) {
    const { account, user, world } = call;
    assertPassword(call, 'password.change_email', password);
    if (world.accounts.withEmail(new_email)) throw world.examples.refused('password.change_email', 'email_taken');
    const known = account.passwords.get(user.alias.toLowerCase());
    account.passwords.delete(user.alias.toLowerCase());
    if (known !== undefined) account.passwords.set(new_email.toLowerCase(), known);
    Object.assign(user, { email: new_email, alias: new_email, email_verified: false });
    return {};
  },

  'password.change_password'(call, { password, new_password }) {
    assertPassword(call, 'password.change_password', password);
    call.account.passwords.set(call.user.alias.toLowerCase(), new_password);
    return {};
  },

  'bearer.renew'(call, { refresh_token }) {
    const { accounts, examples } = call.world;
    const holder = accounts.holderOf(refresh_token, ({ type }) => type === 'NATURAL');
    if (!holder || call.scenario.service === 'signed_out')
      throw examples.refused('bearer.renew', 'invalid_refresh_token');
    return renew(call.world, holder);
  },

  'bearer.prove'({ account, user, world }, { password }) {
    const known = account.passwords.get(user.alias.toLowerCase());
    if (known !== undefined && known !== password) throw world.examples.refused('bearer.prove', 'wrong_password');
    return {};
  },

  'bearer.revoke'({ world: { accounts } }, { access_token }) {
    accounts.signOut(access_token);
    return {};
  },

  'passkey.start_sign_up'({ world }, { email }) {
    if (world.accounts.withEmail(email)) throw world.examples.refused('passkey.start_sign_up', 'email_taken');
    return world.examples.success('passkey.start_sign_up');
  },

  'passkey.sign_up'(call, { email }) {
    const { accounts, examples } = call.world;
    if (accounts.withEmail(email)) throw examples.refused('passkey.sign_up', 'email_taken');
    const holder = signUp(call, email, 'NATURAL');
    holder.account.lists.passkeys.unshift(newPasskey(call, 'Passkey'));
    return signIn(call, holder);
  },

  /** Signatures are not checked: every passkey is that of the account of the examples. */
  'passkey.authenticate': (call) => signIn(call, call.world.accounts.holderOf('', ({ type }) => type === 'NATURAL')!),

  'passkey.register'(call, { name }) {
    const passkey = newPasskey(call, name);
    call.account.lists.passkeys.unshift(passkey);
    return passkey;
  },

  'passkey.rename': (call, { id, name }) => Object.assign(found(call, 'passkey.rename', 'passkeys', id), { name }),

  'sign_in.revoke_others'({ account }) {
    account.lists.sign_ins = account.lists.sign_ins.filter(({ is_current }) => is_current);
    return {};
  },

  'google.uri': (call, { state }) => ({ uri: returnAddress(call, 'google', state) }),
  'google.authenticate': (call) => signInWith(call, 'GOOGLE'),
  'microsoft.uri': (call, { state }) => ({ uri: returnAddress(call, 'microsoft', state) }),
  'microsoft.authenticate': (call) => signInWith(call, 'MICROSOFT'),

  'merchant.delete'({ account, world }) {
    world.accounts.delete(account);
    return {};
  },
};

const newPasskey = ({ world }: PublicCall, name: string) => ({
  id: randomId(),
  name,
  created: world.now().toISOString(),
});

/** The first sign-in of an account counts as that of every call. */
async function signIn({ world, request: { user_agent } }: PublicCall, holder: Holder): Promise<Credentials> {
  const { sign_ins } = holder.account.lists;
  const created = world.now().toISOString();
  const is_current = sign_ins.length === 0;
  sign_ins.unshift({ id: randomId(), created, last_used: created, ...describeDevice(user_agent), is_current });
  return renew(world, holder);
}

const renew = async (world: PublicCall['world'], holder: Holder): Promise<Credentials> =>
  world.accounts.signIn(holder, await world.examples.success('bearer.renew'));

function signUp({ world }: PublicCall, email: string, type: UserType): Holder {
  const holder = newAccount({ email, type, now: world.now() });
  world.accounts.add(holder.account);
  return holder;
}

function holderWith(account: Holder['account'], email: string): Holder | undefined {
  const user = account.lists.users.find((known) => known.email?.toLowerCase() === email.toLowerCase());
  return user && { account, user_id: user.id };
}

function assertCode({ world }: PublicCall, id: OperationId, code: string): void {
  if (code.toUpperCase() !== MOCK_CODE) throw world.examples.refused(id, 'invalid_code');
}

/** @throws Forbidden without a password, Unauthorized for a wrong one */
function assertPassword({ account, user, world }: AccountCall, id: OperationId, password: string): void {
  if (user.type !== 'NATURAL') throw world.examples.refused(id, 'without_password');
  const known = account.passwords.get(user.alias.toLowerCase());
  if (known !== undefined && known !== password) throw world.examples.refused(id, 'wrong_password');
}

/** Where the provider sends the browser: back to the site, with a code. */
function returnAddress({ world }: PublicCall, provider: string, state = ''): string {
  const address = new URL(`/${provider}`, world.public_url);
  address.searchParams.set('code', `code-of-${provider}`);
  if (state) address.searchParams.set('state', state);
  return address.href;
}

/** The same person each time, whose account is made with the first sign-in. */
function signInWith(call: PublicCall, type: 'GOOGLE' | 'MICROSOFT'): Promise<Credentials> {
  const email = `ada@${type.toLowerCase()}.example`;
  const account = call.world.accounts.withEmail(email);
  return signIn(call, (account && holderWith(account, email)) ?? signUp(call, email, type));
}
