import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { LimitedOperation } from '../api/role';

export type PortalIconName = 'overview' | 'sessions' | 'callbacks' | 'keys' | 'requests' | 'team' | 'audit' | 'billing';

export type PortalPage = {
  path: string;
  title: MessageDescriptor;
  icon: PortalIconName;
  /** The letter that opens this page after `g`. */
  letter: string;
  /** The call that the page depends on, if only some roles may make it. */
  call?: LimitedOperation;
  /** The pages below this one: the first segments of their paths, and the calls they depend on. */
  below?: Record<string, LimitedOperation | undefined>;
};

export const portalPages: PortalPage[] = [
  { path: '/dashboard', title: msg`Dashboard`, icon: 'overview', letter: 'd' },
  {
    path: '/sessions',
    title: msg`Sessions`,
    icon: 'sessions',
    letter: 's',
    call: 'session.list',
    below: {
      session: 'session.get',
      'new-verification': 'session.create',
      links: 'link.list',
      link: 'link.get',
      'new-link': 'link.create',
      'edit-link': 'link.update',
      policies: 'policy.list',
    },
  },
  {
    path: '/callbacks',
    title: msg`Callbacks`,
    icon: 'callbacks',
    letter: 'c',
    call: 'callback.search',
    below: {
      callback: 'callback.get',
      'callback-endpoints': 'callback_endpoint.list',
      'callback-endpoint': 'callback_endpoint.get',
      'callback-test': 'callback.test',
      'callback-secret': 'callback.secret',
    },
  },
  {
    path: '/api-keys',
    title: msg`API keys`,
    icon: 'keys',
    letter: 'k',
    call: 'user.list',
    below: { 'add-keys': 'user.create_service_user' },
  },
  {
    path: '/requests',
    title: msg`Requests`,
    icon: 'requests',
    letter: 'r',
    call: 'request.list',
    below: { request: 'request.get' },
  },
  {
    path: '/users',
    title: msg`Users`,
    icon: 'team',
    letter: 'u',
    call: 'user.list',
    below: { user: 'user.get', 'add-user': 'invite.create' },
  },
  { path: '/audit-log', title: msg`Audit log`, icon: 'audit', letter: 'a', call: 'audit.list' },
  {
    path: '/billing',
    title: msg`Billing`,
    icon: 'billing',
    letter: 'b',
    call: 'billing.self',
    below: {
      bill: 'bill.get',
      'enable-billing': 'billing.enable',
      'edit-billing': 'billing.update',
      'change-vat-number': 'billing.change_vat_number',
      'change-spending-cap': 'billing.change_spending_cap',
      'cancel-billing': 'billing.cancel',
      'payment-method': 'payment_method.get',
      'add-payment-method': 'stripe.start',
    },
  },
];

/** A portal page that the header and the account menu link to, instead of the navigation. */
export const settingsPage: Omit<PortalPage, 'icon'> = {
  path: '/settings',
  title: msg`Settings`,
  letter: 'e',
  below: {
    'verify-email': undefined,
    'change-email': undefined,
    'change-password': undefined,
    'account-deletion': 'merchant.delete',
  },
};

const firstSegment = (path: string): string => path.split('/')[1] ?? '';

export function portalPageOf(path: string): Omit<PortalPage, 'icon'> | undefined {
  const segment = firstSegment(path);
  return [...portalPages, settingsPage].find((page) => page.path === `/${segment}` || segment in (page.below ?? {}));
}

/** Values of aria-current: `page` for the page itself, `true` for the page that the current one belongs to. */
export function currentOf(page: { path: string }, path: string): 'page' | 'true' | undefined {
  if (page.path === path) return 'page';
  return portalPageOf(path)?.path === page.path ? 'true' : undefined;
}

/** The call that a page needs. The path has no locale. */
export function callOf(path: string): LimitedOperation | undefined {
  const segment = firstSegment(path);
  const page = portalPageOf(path);
  return page?.path === `/${segment}` ? page.call : page?.below?.[segment];
}
