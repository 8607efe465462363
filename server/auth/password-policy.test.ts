import { describe, expect, test } from 'vitest';
import { BadRequest } from '../core/errors.ts';
import { checkNewPassword } from './password-policy.ts';

describe('PASSWORD_POLICY=strict', () => {
  test.each([
    'fourteen chars',
    'passwordpassword',
    'Password123456789!',
    '111111111111111111',
    'qwertyuiopasdfghjkl',
    'correct horse battery staple',
    'aaaaaaaaaaaaaaaaaaaa',
  ])('refuses %j', (password) => {
    expect(() => checkNewPassword('strict', password, 'new_password')).toThrow(BadRequest);
  });

  test.each(['a quiet river bends twice', 'x7#kQ9!vLm2$wRtz', 'мой длинный пароль здесь'])('accepts %j', (password) => {
    expect(() => checkNewPassword('strict', password, 'password')).not.toThrow();
  });

  test('names the property, what was expected and what came', () => {
    expect(() => checkNewPassword('strict', 'short', 'new_password')).toThrow(
      expect.objectContaining({
        message: 'new_password must be at least 15 characters',
        details: [{ path: 'new_password', expected: 'at least 15 characters', received: '5 characters' }],
      }),
    );
  });
});

test('accepts any password of the specified length otherwise', () => {
  expect(() => checkNewPassword('specified', '1234', 'password')).not.toThrow();
});
