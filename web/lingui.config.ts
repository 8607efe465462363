import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

const screens = (...names: string[]) => names.map((name) => `<rootDir>/src/routes/*/_signed-in/${name}.tsx`);
const features = (...names: string[]) => names.map((name) => `<rootDir>/src/features/${name}`);
const ui = (...names: string[]) => names.map((name) => `<rootDir>/src/ui/${name}.tsx`);
const states = features('sessions/session-states.ts');
const reasons = features('sessions/failure-texts.gen.ts');

/**
 * A page carries its own words and the shell's, not everybody's. Each part has its catalog, which `activate(locale, part)` loads; a
 * screen of the app names its parts in `staticData.words`. What stands on several screens is in the catalog of each.
 */
const parts = {
  app: [
    ...features('{app,forms,loading,open,portal}/**', 'shell/{AccountMenu,AccountSummary}.tsx', 'users/role-words.ts'),
    ...screens('sign-out'),
    '<rootDir>/src/api/!(problem-texts).ts',
    '<rootDir>/src/content/portal-map.ts',
    ...ui('{CopyButton,Time,Toast}'),
  ],
  audit: [...features('audit/**'), ...screens('audit-log')],
  billing: [
    ...features('billing/!(CardFields|PaymentMethodList).tsx', 'billing/*.ts', 'billing/PaymentMethodList.tsx'),
    ...screens('{billing,bill.$id,enable-billing,edit-billing,change-vat-number,change-spending-cap,account-deletion}'),
  ],
  callbacks: [...features('callbacks/**'), ...states, ...screens('{callbacks,callback.$id}'), ...ui('CodeBlock')],
  cards: [
    ...features('billing/{CardFields,CountryField}.tsx', 'billing/{billing-texts,use-make-primary}.ts'),
    ...screens('{add-payment-method,payment-method.$id}'),
  ],
  coverage: features('{coverage,trust}/**'),
  credentials: [
    ...features('auth/PasswordUsersOnly.tsx'),
    ...screens('{change-email,change-password,verify-email}'),
    ...ui('{CodeField,PasswordField}'),
  ],
  dashboard: [
    ...features('dashboard/{Arrangement,GetStarted,OverviewSection,WindowSwitch}.tsx'),
    ...screens('dashboard'),
  ],
  demo: ['<rootDir>/src/routes/*/_live/**', ...features('{demo,reader}/**')],
  documents: [...features('sessions/!(Requirements|Retention).{ts,tsx}'), ...ui('CheckMarks')],
  guides: [...features('{changelog,guides}/**'), ...ui('{CodeBlock,CopyButton}')],
  home: [...features('home/**', 'marketing/ChainOfSeals.tsx'), ...ui('{CheckMarks,CodeBlock,CopyButton}')],
  keys: [...features('keys/**', 'users/DeleteUser.tsx'), ...screens('{api-keys,add-keys}'), ...ui('CodeBlock')],
  legal: features('legal/**'),
  marketing: [...features('marketing/**'), ...ui('{CheckMarks,CodeBlock,CopyButton}')],
  overview: [
    ...features(
      'dashboard/!(Arrangement|GetStarted|OverviewSection|WindowSwitch).{ts,tsx}',
      'billing/{CreditMeter,Money,SessionsRefused}.tsx',
    ),
    ...states,
    ...reasons,
  ],
  palette: features('palette/**'),
  pricing: features('pricing/**'),
  problems: ['<rootDir>/src/api/problem-texts.ts'],
  reference: [...features('reference/**', 'sessions/failure-texts.gen.ts'), ...ui('{CodeBlock,CopyButton}')],
  requests: [...features('requests/**'), ...screens('{requests,request.$id}')],
  security: [...features('{account,security}/**'), ...screens('sign-in-security'), ...ui('{CodeField,PasswordField}')],
  sessions: [
    ...features('{session-list,session-page,specimen-session}/**'),
    ...features('callbacks/{CallbackTable,SessionCallbacks}.tsx', 'callbacks/callback-states.ts'),
    ...states,
    ...reasons,
    ...screens('{sessions,session.$id}'),
    ...ui('CodeBlock'),
  ],
  settings: [
    ...features('{account,brand}/**', 'sessions/{Requirements,Retention}.tsx', 'users/user-types.ts'),
    ...screens('settings'),
  ],
  'sign-in': [
    '<rootDir>/src/routes/*/_signed-out/**',
    ...features(
      'auth/!(PasswordUsersOnly).{ts,tsx}',
      'security/{PasskeyProblem,PasskeySignIn,PasskeySignUp,SecondFactorStep}.tsx',
    ),
    ...ui('{CodeField,PasswordField}'),
  ],
  status: features('status/**'),
  'try-it': [...features('try-it/**'), ...ui('CopyButton')],
  users: [...features('users/**'), ...screens('{users,user.$id,add-user}')],
};

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'es'],
  catalogs: [
    { path: '<rootDir>/src/i18n/{locale}', include: ['<rootDir>/src/**'], exclude: Object.values(parts).flat() },
    ...Object.entries(parts).map(([part, include]) => ({ path: `<rootDir>/src/i18n/${part}/{locale}`, include })),
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
});
