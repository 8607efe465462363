import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { auditActions, pageOfTarget } from './audit-actions';

const server = new URL('../../../../server/', import.meta.url);

/** What the service writes into the log, by its sources. A name that is put together there is not among them. */
const recorded = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.service\.ts$|\.operations\.ts$/.test(file))
  .map((file) => readFileSync(new URL(file, server), 'utf8'))
  .filter((source) => source.includes('recordAudit'))
  .flatMap((source) => source.match(/\b(audit\(|recordAudit\(|action(:| =))[^;]*/g) ?? [])
  .flatMap((call) => [...call.matchAll(/'([a-z_]+\.[a-z_]+)'/g)])
  .map(([, action = '']) => action);

it('every action of the service has words', () => {
  expect(recorded).toEqual(
    expect.arrayContaining(['user.delete', 'password.create', 'session.redact', 'billing.keep']),
  );
  expect(recorded.filter((action) => !auditActions[action])).toEqual([]);
});

it.each([
  ['user.rotate_service_user', '/user/7'],
  ['session.redact', '/session/7'],
  ['bill.create', '/bill/7'],
  ['payment_method.change_primary', '/payment-method/7'],
  ['user.delete', undefined],
  ['invite.create', undefined],
])('the target of %s is at %s', (action, page) => {
  expect(pageOfTarget(action, 7)).toBe(page);
});
