import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { may } from '../../api/role';
import { accountPages, allPages, entryPages, type Page } from '../../content/site-map';
import { type Locale, localeNames, localeOf, locales } from '../../i18n/locale';
import { setTheme } from '../../storage/theme';
import { mayOpen } from '../app/may-open';
import type { Entry } from './find-entries';
import { synonyms } from './synonyms';

const deeperAccountPages: Page[] = [
  { path: '/sessions', title: msg`Sessions` },
  { path: '/links', title: msg`Reusable links` },
  { path: '/policies', title: msg`Policies` },
  { path: '/callbacks', title: msg`Callbacks` },
  { path: '/callback-endpoints', title: msg`Callback endpoints` },
  { path: '/callback-test', title: msg`Test callbacks` },
  { path: '/callback-secret', title: msg`Signing secret` },
  { path: '/api-keys', title: msg`API keys` },
  { path: '/requests', title: msg`Requests` },
  { path: '/audit-log', title: msg`Audit log` },
  { path: '/sign-in-security', title: msg`Sign-in and security` },
];

const accountActions: Page[] = [
  { path: '/new-verification', title: msg`New verification` },
  { path: '/new-link', title: msg`New reusable link` },
  { path: '/add-keys', title: msg`Add new API keys` },
  { path: '/add-user', title: msg`Invite a user` },
  { path: '/enable-billing', title: msg`Enable billing` },
  { path: '/add-payment-method', title: msg`Add a payment method` },
  { path: '/edit-billing', title: msg`Edit billing details` },
  { path: '/change-vat-number', title: msg`Change VAT number` },
  { path: '/change-spending-cap', title: msg`Change the spending cap` },
  { path: '/cancel-billing', title: msg`Cancel billing` },
  { path: '/verify-email', title: msg`Verify email` },
  { path: '/change-email', title: msg`Change email` },
  { path: '/change-password', title: msg`Change password` },
  { path: '/account-deletion', title: msg`Delete account` },
  { path: '/sign-out', title: msg`Sign out` },
];

const signedOutPaths = [...entryPages.map(({ path }) => path), '/recover-password'];
const signedInPaths = accountPages.map(({ path }) => path);

export function pageEntries(i18n: I18n, authenticated: boolean): Entry[] {
  const hidden = authenticated ? signedOutPaths : signedInPaths;
  const pages = [
    ...(authenticated ? [...accountPages, ...deeperAccountPages].filter(({ path }) => mayOpen(path)) : []),
    ...allPages.filter(({ path }) => !hidden.includes(path) && !(authenticated && signedInPaths.includes(path))),
  ];
  return pages.map((page) => entryOf('page', page, i18n));
}

const entryOf = (kind: Entry['kind'], { path, title }: Page, i18n: I18n): Entry => ({
  kind,
  title: i18n._(title),
  path,
  words: synonyms[path] ?? '',
});

/** @param switchTo changes the language of the current page. */
export function actionEntries(i18n: I18n, authenticated: boolean, switchTo: (locale: Locale) => void): Entry[] {
  const current = localeOf(`/${i18n.locale}`);
  const action = (title: string, name: string): Entry => ({
    kind: 'action',
    title,
    path: '',
    words: synonyms[name] ?? '',
  });
  return [
    ...(authenticated
      ? accountActions.filter(({ path }) => mayOpen(path)).map((page) => entryOf('action', page, i18n))
      : []),
    ...(authenticated && may('session.export')
      ? [{ ...action(i18n._(msg`Export sessions`), 'export'), path: '/sessions', hash: 'export' }]
      : []),
    { ...action(i18n._(msg`Dark theme`), 'dark'), run: () => setTheme('dark') },
    { ...action(i18n._(msg`Light theme`), 'light'), run: () => setTheme('light') },
    { ...action(i18n._(msg`System theme`), 'system'), run: () => setTheme('system') },
    ...locales
      .filter((locale) => locale !== current)
      .map((locale) => ({ ...action(localeNames[locale], 'language'), run: () => switchTo(locale) })),
  ];
}

/** Loads what a search covers besides the pages, once something is typed. Sources that fail to load are not searched. */
export const searchedSources = (authenticated: boolean): ((i18n: I18n) => Promise<Entry[]>)[] => [
  ...(authenticated ? [accountEntries] : []),
  countryEntries,
  operationEntries,
];

const accountEntries = async (i18n: I18n) => (await import('./account-entries')).accountEntries(i18n);

export const lookUp = async (text: string, i18n: I18n) => (await import('./account-entries')).lookUp(text, i18n);

async function countryEntries(i18n: I18n): Promise<Entry[]> {
  const { countries } = await import('../coverage/countries');
  const locale = localeOf(`/${i18n.locale}`);
  return countries.map(({ code, names }) => ({
    kind: 'country',
    title: names[locale],
    detail: code,
    path: '/coverage',
    hash: `country-${code}`,
  }));
}

async function operationEntries(): Promise<Entry[]> {
  const { resources } = await import('../reference/reference');
  return resources.flatMap(({ slug, operations }) =>
    operations.map(({ operationId, summary }) => ({
      kind: 'operation' as const,
      title: operationId,
      detail: summary,
      path: `/api-reference/${slug}`,
      hash: operationId,
    })),
  );
}
