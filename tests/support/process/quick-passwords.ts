import type { PasswordCost } from '../../../server/auth/password/password-hash.ts';

/** Hundreds of users sign up in the tests, so their passwords are hashed at a low cost. tests/api/password.test.ts checks the real cost. */
export const QUICK_PASSWORDS: PasswordCost = { memory: 64, passes: 1, parallelism: 1 };
