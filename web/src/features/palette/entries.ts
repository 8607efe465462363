import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { may } from '../../api/role';
import { accountPages, allPages, entryPages, type Page } from '../../content/site-map';
import { localeOf } from '../../i18n/locale';
import { mayOpen } from '../app/may-open';
import type { Entry } from './find-entries';

/** Account pages that no menu links to. */
const deeperAccountPages: Page[] = [
  { path: '/sessions', title: msg`Sessions` },
  { path: '/new-verification', title: msg`New verification` },
  { path: '/links', title: msg`Reusable links` },
  { path: '/new-link', title: msg`New reusable link` },
  { path: '/policies', title: msg`Policies` },
  { path: '/callbacks', title: msg`Callbacks` },
  { path: '/callback-endpoints', title: msg`Callback endpoints` },
  { path: '/callback-test', title: msg`Test callbacks` },
  { path: '/callback-secret', title: msg`Signing secret` },
  { path: '/api-keys', title: msg`API keys` },
  { path: '/requests', title: msg`Requests` },
  { path: '/add-keys', title: msg`Add new API keys` },
  { path: '/add-user', title: msg`Add a new user` },
  { path: '/audit-log', title: msg`Audit log` },
  { path: '/enable-billing', title: msg`Enable billing` },
  { path: '/add-payment-method', title: msg`Add a payment method` },
  { path: '/verify-email', title: msg`Verify email` },
  { path: '/change-email', title: msg`Change email` },
  { path: '/change-password', title: msg`Change password` },
  { path: '/sign-out', title: msg`Sign out` },
];

const signedOutPaths = [...entryPages.map(({ path }) => path), '/recover-password'];
const signedInPaths = accountPages.map(({ path }) => path);

/** The pages that this visitor can open. Account pages come first. */
export function pageEntries(i18n: I18n, authenticated: boolean): Entry[] {
  const hidden = authenticated ? signedOutPaths : signedInPaths;
  const pages = [
    ...(authenticated ? [...accountPages, ...deeperAccountPages].filter(({ path }) => mayOpen(path)) : []),
    ...allPages.filter(({ path }) => !hidden.includes(path) && !(authenticated && signedInPaths.includes(path))),
  ];
  return pages.map(({ path, title }) => ({ kind: 'page', title: i18n._(title), path }));
}

/** Loads what a search covers besides the pages, once something is typed. Sources that fail to load are not searched. */
export const searchedSources = (authenticated: boolean): ((i18n: I18n) => Promise<Entry[]>)[] => [
  ...(authenticated && may('user.list') ? [userEntries] : []),
  ...(authenticated && may('bill.list') ? [billEntries] : []),
  countryEntries,
  operationEntries,
];

const userEntries = async () => (await import('./account-entries')).userEntries();
const billEntries = async (i18n: I18n) => (await import('./account-entries')).billEntries(i18n);

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
