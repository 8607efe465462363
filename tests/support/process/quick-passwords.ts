import type { PasswordCost } from '../../../server/auth/password/password-hash.ts';

/**
 * Hundreds of people sign up in the tests, and what a guess at a stolen password costs is promised by tests/api/password.test.ts
 * and met by every test that starts the service as users do.
 */
export const QUICK_PASSWORDS: PasswordCost = { memory: 64, passes: 1, parallelism: 1 };
