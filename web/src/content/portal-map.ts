import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The drawings beside the names of the pages (features/portal/PortalIcon.tsx). */
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
  /** The letter that leads here after `g`. */
  letter: string;
  /** The first segments of the pages below this one. */
  below?: string[];
};

/** The pages of the portal in the order of its navigation. */
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

/** A page of the portal that its navigation leaves to the header and the account menu. */
export const settingsPage: PortalPage = {
  path: '/settings',
  title: msg`Settings`,
  icon: 'settings',
  letter: 'e',
  below: ['verify-email', 'change-email', 'change-password', 'account-deletion'],
};

/** The page that a path belongs to: itself, or the one that it is below. */
export const portalPageOf = (path: string): PortalPage | undefined =>
  [...portalPages, settingsPage].find((page) => page.path === path || page.below?.includes(path.split('/')[1] ?? ''));
