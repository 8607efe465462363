/** What the mock remembers: accounts with their lists, who is signed in to them, and their keys. It is gone when the mock ends. */
import type {
  AccountUser,
  ApiRequest,
  AuditEntry,
  BillingAccount,
  BillTransaction,
  CallbackEvent,
  CallbackRecord,
  Credentials,
  CustomerBill,
  Invitation,
  MerchantProfile,
  SignedInDevice,
  SigningSecret,
  StoredPasskey,
  StoredPaymentMethod,
  UsageDay,
} from '../../server/generated/operations.gen.ts';
import { randomToken } from '../../server/secrets/random-secret.ts';
import type { Session } from './sessions.ts';

/** The lists of an account, by their names in the contract, newest first. */
export interface Lists {
  sessions: Session[];
  callbacks: CallbackRecord[];
  users: AccountUser[];
  invites: Invitation[];
  sign_ins: SignedInDevice[];
  passkeys: StoredPasskey[];
  bills: CustomerBill[];
  transactions: BillTransaction[];
  payment_methods: StoredPaymentMethod[];
  entries: AuditEntry[];
  requests: ApiRequest[];
}

export interface Account {
  merchant: MerchantProfile;
  billing: BillingAccount;
  signing: SigningSecret;
  /** Signs beside the new one after a rotation. */
  previousSecret?: string;
  lists: Lists;
  /** What `callback.listen` tells, oldest first. */
  events: CallbackEvent[];
  /** Days before those of the sessions in the list. */
  usage: UsageDay[];
  /** By e-mail address. Users of the examples have none: every password is right for them. */
  passwords: Map<string, string>;
  /** The card provider's name for the account. */
  customer?: string;
}

export interface Holder {
  account: Account;
  user_id: number;
}

export type Accounts = ReturnType<typeof createAccounts>;

/** `makeExample` makes the account of the contract's examples, which is that of everybody whom the mock does not know. */
export function createAccounts(makeExample: () => Account) {
  let example = makeExample();
  const made: Account[] = [];
  const holders = new Map<string, Holder>();
  const refreshTokens = new Map<string, string>();
  const ended = new Set<string>();
  const all = () => [...made, example];

  function endTokens(isMeant: (holder: Holder) => boolean): void {
    for (const [token, holder] of holders)
      if (isMeant(holder)) {
        holders.delete(token);
        ended.add(token);
      }
  }

  return {
    add: (account: Account): void => void made.push(account),

    /** The account that a credential belongs to; undefined once it has ended. */
    holderOf(credential: string, isMeant: (user: AccountUser) => boolean): Holder | undefined {
      if (ended.has(credential)) return undefined;
      const known = holders.get(credential);
      if (known) return known;
      const user = example.lists.users.find(isMeant) ?? example.lists.users[0];
      return user && { account: example, user_id: user.id };
    },

    withId: (id: number): Account | undefined => all().find(({ merchant }) => merchant.id === id),
    withEmail: (email: string): Account | undefined =>
      all().find(({ lists }) => lists.users.some((user) => user.email?.toLowerCase() === email.toLowerCase())),
    example: (): Account => example,

    /** A credential that belongs to somebody from now on. */
    remember: (credential: string, holder: Holder): void => void holders.set(credential, holder),

    signIn(holder: Holder, { access_token_expires, refresh_token_expires }: Credentials): Credentials {
      const credentials = { access_token: randomToken(), refresh_token: randomToken() };
      for (const token of Object.values(credentials)) holders.set(token, holder);
      refreshTokens.set(credentials.access_token, credentials.refresh_token);
      return { ...credentials, access_token_expires, refresh_token_expires };
    },

    /** Ends both tokens of a sign-in. */
    signOut(access_token: string): void {
      for (const token of [access_token, refreshTokens.get(access_token)])
        if (token !== undefined && holders.delete(token)) ended.add(token);
    },

    /** Ends every sign-in and key of a user. */
    endAllOf: ({ user_id }: Pick<Holder, 'user_id'>): void => endTokens((holder) => holder.user_id === user_id),

    /** The account of the examples begins anew. */
    delete(account: Account): void {
      endTokens((holder) => holder.account === account);
      if (account === example) example = makeExample();
      else made.splice(made.indexOf(account), 1);
    },
  };
}
