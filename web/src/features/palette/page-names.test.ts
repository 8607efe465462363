import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { portalPages, settingsPage } from '../../content/portal-map';
import { pageEntries } from './entries';

test('a page of the portal has one name, in its navigation, the header and the palette', () => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  const found = pageEntries(i18n, true);
  for (const { path, title } of [...portalPages, settingsPage])
    expect([path, found.filter((entry) => entry.path === path).map((entry) => entry.title)]).toEqual([
      path,
      [i18n._(title)],
    ]);
});
