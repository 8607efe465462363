import { i18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { loadProblemTranslations } from '../api/problem';
import { problemTexts } from '../api/problem-texts';
import { activate } from './locale';

test('a screen’s catalog has the messages of everything it imports, but not those of the page around it', async () => {
  const textsOf = ({ messages }: { messages: object }) => JSON.stringify(messages);
  const users = textsOf(await import('virtual:catalogs/es/routes/{-$locale}/_signed-in/users.tsx'));
  const page = textsOf(await import('virtual:catalogs/es/site.tsx'));
  // The first message is in features/users/PendingInvites.tsx, the second in features/shell/Shell.tsx.
  expect(users).toContain('¿Anular la invitación?');
  expect(page).toContain('Saltar al contenido');
  expect(users).not.toContain('Saltar al contenido');
});

test('a dynamic import loads its catalog in the current language and after a language change', async () => {
  await activate('es');
  await loadProblemTranslations();
  expect(i18n._(problemTexts.forbidden)).toBe('No tienes permiso para hacerlo.');
  await activate('en');
  expect(i18n._({ id: problemTexts.forbidden.id! })).toBe('You are not allowed to do this.');
});
