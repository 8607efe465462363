import { describe, expect, test } from 'vitest';
import { BadRequest } from '../../core/errors.ts';
import { createLog } from '../../core/log.ts';
import { createBreachedPasswords } from './breached-passwords.ts';
import { checkNewPassword } from './password-policy.ts';

const breached_passwords = createBreachedPasswords({ url: undefined, log: createLog('silent') });
const check = (password_policy: 'specified' | 'strict', password: string, property = 'password') =>
  checkNewPassword({ config: { password_policy }, breached_passwords }, password, property);

describe('PASSWORD_POLICY=strict', () => {
  test.each([
    'fourteen chars',
    'passwordpassword',
    'Password123456789!',
    '111111111111111111',
    'qwertyuiopasdfghjkl',
    'correct horse battery staple',
    'aaaaaaaaaaaaaaaaaaaa',
    'Mailcreated5240',
  ])('refuses %j', async (password) => {
    await expect(check('strict', password)).rejects.toThrow(BadRequest);
  });

  test.each(['a quiet river bends twice', 'x7#kQ9!vLm2$wRtz', 'мой длинный пароль здесь'])(
    'accepts %j',
    async (password) => {
      await expect(check('strict', password)).resolves.toBeUndefined();
    },
  );

  test.each([
    ['short', 'new_password must be at least 15 characters', 'at least 15 characters', '5 characters'],
    [
      'Mailcreated5240',
      'new_password must be a password that has not appeared in a data breach',
      'a password that has not appeared in a data breach',
      'a breached password',
    ],
  ])('names the property and what was expected and received: %s', async (password, message, expected, received) => {
    await expect(check('strict', password, 'new_password')).rejects.toThrow(
      expect.objectContaining({ message, details: [{ path: 'new_password', expected, received }] }),
    );
  });
});

test('without it, any password of the specified length is accepted', async () => {
  await expect(check('specified', '1234')).resolves.toBeUndefined();
});
