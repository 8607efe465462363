import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** English is in the code. Spanish is in one file, which catalogs-plugin.ts splits by page. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'es'],
  catalogs: [{ path: '<rootDir>/src/i18n/{locale}', include: ['<rootDir>/src/**'] }],
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
});
