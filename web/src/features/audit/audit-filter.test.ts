import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { auditActions } from './audit-actions';
import { filterOf, groupOf } from './audit-filter';
import { readAuditSearch } from './audit-search';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const ask = (address: Record<string, unknown>) => filterOf(readAuditSearch(address), i18n);

test.each(Object.keys(auditActions))('%s is in a group', (action) => expect(groupOf(action)).toBeDefined());

test.each([
  [{}, {}],
  [{ search: 4821930477261 }, { target: 4821930477261 }],
  [{ search: 'rotate_secret' }, { actions: ['callback.rotate_secret'] }],
  [{ group: 'data' }, { actions: ['session.get', 'session.proof', 'session.redact', 'session.export'] }],
  [{ group: 'data', search: 'session.GET' }, { actions: ['session.get'] }],
  [
    { person: '7', cursor: 9 },
    { user: 7, cursor: '9' },
  ],
  [{ person: 'x', group: 'none', from: 'soon', search: ' ' }, {}],
])('%j asks for %j', (address, asked) => expect(ask(address)).toEqual(asked));

test('words that no action has find nothing', () => expect(ask({ search: 'no such words' })).toBeUndefined());

test('both days are included', () => {
  const { created_from, created_to } = ask({ from: '2026-03-02', to: '2026-03-02' })!;
  expect(Date.parse(created_to!) - Date.parse(created_from!)).toBe(86_400_000);
});
