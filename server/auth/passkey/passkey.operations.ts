import type { StoredPasskey } from '../../generated/operations.gen.ts';
import type { HandlersOf } from '../../http/handlers.ts';
import type { Passkey } from './passkey.repository.ts';
import {
  addPasskey,
  checkNewPasskey,
  deletePasskey,
  listPasskeys,
  refuseTakenEmail,
  renamePasskey,
  signUpWithPasskey,
  startRegistration,
  startSignUp,
} from './passkey.service.ts';
import { checkPasskey, signInWithPasskey, startAuthentication } from './passkey-authenticate.service.ts';

export const passkeyOperations: HandlersOf<'passkey'> = {
  'passkey.start_sign_up': (ctx, body) => ctx.transaction((ctx) => startSignUp(ctx, body)),

  async 'passkey.sign_up'(ctx, { passkey, ...newcomer }) {
    await refuseTakenEmail(ctx, newcomer);
    const checked = await checkNewPasskey(ctx, { purpose: 'sign_up', passkey });
    return ctx.transaction((ctx) => signUpWithPasskey(ctx, newcomer, checked));
  },

  'passkey.start_authentication': (ctx) => ctx.transaction(startAuthentication),

  async 'passkey.authenticate'(ctx, { passkey }) {
    const checked = await checkPasskey(ctx, passkey);
    return ctx.transaction((ctx) => signInWithPasskey(ctx, checked));
  },

  'passkey.start_registration': (ctx) => ctx.transaction(startRegistration),

  async 'passkey.register'(ctx, { name, passkey }) {
    const { user_id } = ctx.principal;
    const checked = await checkNewPasskey(ctx, { purpose: 'registration', passkey, user_id });
    return ctx.transaction(async (ctx) => viewPasskey(await addPasskey(ctx, { ...checked, name })));
  },

  async 'passkey.list'(ctx, body) {
    const { rows, ...next } = await listPasskeys(ctx, body);
    return { passkeys: rows.map(viewPasskey), ...next };
  },

  'passkey.rename': (ctx, body) => ctx.transaction(async (ctx) => viewPasskey(await renamePasskey(ctx, body))),
  'passkey.delete': (ctx, body) => ctx.transaction((ctx) => deletePasskey(ctx, body)),
};

const viewPasskey = ({ id, name, created, last_used }: Passkey): StoredPasskey => ({
  id,
  name,
  created,
  ...(last_used !== null && { last_used }),
});
