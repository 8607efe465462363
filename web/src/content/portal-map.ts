import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The icons beside the page names (features/portal/PortalNav.tsx). */
export type PortalIconName =
  | 'overview'
  | 'sessions'
  | 'callbacks'
  | 'keys'
  | 'requests'
  | 'team'
  | 'audit'
  | 'billing'
  | 'settings';

export type PortalPage = {
  path: string;
  title: MessageDescriptor;
  icon: PortalIconName;
  /** The letter that opens this page after `g`. */
  letter: string;
  /** The first path segments of the pages below this one. */
  below?: string[];
};

/** The pages of the portal, in navigation order. */
export const portalPages: PortalPage[] = [
  { path: '/dashboard', title: msg`Overview`, icon: 'overview', letter: 'o' },
  { path: '/sessions', title: msg`Sessions`, icon: 'sessions', letter: 's', below: ['session'] },
  { path: '/callbacks', title: msg`Callbacks`, icon: 'callbacks', letter: 'c', below: ['callback'] },
  { path: '/api-keys', title: msg`API keys`, icon: 'keys', letter: 'k', below: ['add-keys'] },
  { path: '/requests', title: msg`Requests`, icon: 'requests', letter: 'r', below: ['request'] },
  { path: '/users', title: msg`Team`, icon: 'team', letter: 't', below: ['user', 'add-user'] },
  { path: '/audit-log', title: msg`Audit log`, icon: 'audit', letter: 'a' },
  {
    path: '/billing',
    title: msg`Billing`,
    icon: 'billing',
    letter: 'b',
    below: [
      'bill',
      'enable-billing',
      'edit-billing',
      'change-vat-number',
      'change-spending-cap',
      'payment-method',
      'add-payment-method',
    ],
  },
];

/** A portal page that is linked from the header and account menu instead of the navigation. */
export const settingsPage: PortalPage = {
  path: '/settings',
  title: msg`Settings`,
  icon: 'settings',
  letter: 'e',
  below: ['verify-email', 'change-email', 'change-password', 'account-deletion'],
};

/** The portal page that a path belongs to: the page itself or its parent. */
export const portalPageOf = (path: string): PortalPage | undefined =>
  [...portalPages, settingsPage].find((page) => page.path === path || page.below?.includes(path.split('/')[1] ?? ''));
