import { expect, test } from 'vitest';
import { pageOfTarget } from './audit-actions';

test.each([
  ['user.rotate_service_user', '/user/7'],
  ['session.redact', '/session/7'],
  ['session.get', '/session/7'],
  ['callback.resend', '/session/7'],
  ['bill.create', '/bill/7'],
  ['payment_method.change_primary', '/payment-method/7'],
  ['user.delete', undefined],
  ['invite.create', undefined],
] as const)('the target of %s is at %s', (action, page) => {
  expect(pageOfTarget(action, 7)).toBe(page);
});
