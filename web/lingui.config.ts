import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

// A page carries its own words and the shell's, not everybody's: each part has its catalog, loaded by `activate(locale, part)`.
const parts = {
  app: [
    '<rootDir>/src/routes/*/{_signed-in,_signed-out}/**',
    '<rootDir>/src/features/{app,audit,auth,billing,brand,callbacks,dashboard,forms,keys,loading,open,portal,requests,security,session-list,session-page,sessions,specimen-session,users}/**',
    '<rootDir>/src/api/**',
    '<rootDir>/src/content/portal-map.ts',
    '<rootDir>/src/features/shell/{AccountMenu,AccountSummary}.tsx',
    '<rootDir>/src/ui/{CodeField,PasswordField,Toast,Time}.tsx',
  ],
  demo: ['<rootDir>/src/routes/*/_live/**', '<rootDir>/src/features/{demo,reader}/**'],
  home: [
    '<rootDir>/src/features/home/**',
    '<rootDir>/src/features/marketing/ChainOfSeals.tsx',
    '<rootDir>/src/ui/{CheckMarks,CodeBlock,CopyButton}.tsx',
  ],
  coverage: ['<rootDir>/src/features/{coverage,trust}/**'],
  pricing: ['<rootDir>/src/features/pricing/**'],
  marketing: ['<rootDir>/src/features/marketing/**', '<rootDir>/src/ui/{CheckMarks,CodeBlock,CopyButton}.tsx'],
  guides: ['<rootDir>/src/features/{changelog,guides}/**', '<rootDir>/src/ui/{CodeBlock,CopyButton}.tsx'],
  legal: ['<rootDir>/src/features/legal/**'],
  palette: ['<rootDir>/src/features/palette/**'],
  'try-it': ['<rootDir>/src/features/try-it/**', '<rootDir>/src/ui/CopyButton.tsx'],
  reference: [
    '<rootDir>/src/features/reference/**',
    '<rootDir>/src/features/sessions/failure-texts.gen.ts',
    '<rootDir>/src/ui/{CodeBlock,CopyButton}.tsx',
  ],
};

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'es'],
  catalogs: [
    { path: '<rootDir>/src/i18n/{locale}', include: ['<rootDir>/src/**'], exclude: Object.values(parts).flat() },
    {
      path: '<rootDir>/src/i18n/app/{locale}',
      include: [...parts.app, '<rootDir>/src/ui/{CheckMarks,CodeBlock,CopyButton}.tsx'],
    },
    { path: '<rootDir>/src/i18n/demo/{locale}', include: parts.demo },
    { path: '<rootDir>/src/i18n/home/{locale}', include: parts.home },
    { path: '<rootDir>/src/i18n/coverage/{locale}', include: parts.coverage },
    { path: '<rootDir>/src/i18n/pricing/{locale}', include: parts.pricing },
    { path: '<rootDir>/src/i18n/marketing/{locale}', include: parts.marketing },
    { path: '<rootDir>/src/i18n/guides/{locale}', include: parts.guides },
    { path: '<rootDir>/src/i18n/legal/{locale}', include: parts.legal },
    { path: '<rootDir>/src/i18n/palette/{locale}', include: parts.palette },
    { path: '<rootDir>/src/i18n/reference/{locale}', include: parts.reference },
    { path: '<rootDir>/src/i18n/try-it/{locale}', include: parts['try-it'] },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
});
