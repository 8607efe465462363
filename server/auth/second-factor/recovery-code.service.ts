/** Recovery codes for users who have lost their second factor. Each works once, and they are shown only once. */
import { createHmac } from 'node:crypto';
import { audit } from '../../audit/audit.service.ts';
import type { Caller, TransactionContext } from '../../core/context.ts';
import type { Deps } from '../../core/deps.ts';
import { randomText } from '../../secrets/random-secret.ts';
import { getSelf } from '../../users/user.service.ts';
import { tellOfSignInMethod } from '../sign-in/sign-in-mail.ts';
import { deleteRecoveryCodes, insertRecoveryCodes } from './recovery-code.repository.ts';

const CODES = 10;
/** Two groups of five characters: 50 bits. */
const GROUP_LENGTH = 5;
/** Without I, O, 0 and 1, which are easily confused. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const randomGroup = () => randomText(GROUP_LENGTH, ALPHABET);

export async function replaceRecoveryCodes({ db, deps, principal }: TransactionContext & Caller): Promise<string[]> {
  const { user_id } = principal;
  const codes = Array.from({ length: CODES }, () => `${randomGroup()}-${randomGroup()}`);
  await deleteRecoveryCodes(db, user_id);
  const hashes = codes.map((code) => hashRecoveryCode(deps, user_id, code));
  await insertRecoveryCodes(db, user_id, hashes);
  return codes;
}

export async function createRecoveryCodes(ctx: TransactionContext & Caller): Promise<string[]> {
  const codes = await replaceRecoveryCodes(ctx);
  await audit(ctx, 'recovery_code.create');
  await tellOfSignInMethod(ctx, 'recovery_codes', await getSelf(ctx));
  return codes;
}

export const hashRecoveryCode = (deps: Deps, user_id: number, code: string): string =>
  createHmac('sha256', deps.deriveKey('recovery codes'))
    .update(JSON.stringify([user_id, code.toUpperCase().replaceAll(/[\s-]/g, '')]))
    .digest('base64url');
