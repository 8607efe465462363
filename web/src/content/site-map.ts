import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export type Page = { path: string; title: MessageDescriptor };

const home: Page = { path: '/', title: msg`Home` };

export const productPages: Page[] = [
  { path: '/biometric', title: msg`Biometric` },
  { path: '/coverage', title: msg`Coverage` },
  { path: '/pricing', title: msg`Pricing` },
  { path: '/compare', title: msg`Compare` },
  { path: '/developer', title: msg`Developer` },
  { path: '/demo', title: msg`Demo` },
];

/** Each guide is a document of the same name in docs/guides. Every developer needs the first two. */
export const guides: Page[] = [
  { path: '/integration-guide', title: msg`Integration guide` },
  { path: '/api-guide', title: msg`API guide` },
  { path: '/failure-guide', title: msg`Failure guide` },
  { path: '/web-integration-guide', title: msg`Web integration guide` },
  { path: '/ios-integration-guide', title: msg`iOS integration guide` },
  { path: '/android-integration-guide', title: msg`Android integration guide` },
  { path: '/react-native-guide', title: msg`React Native guide` },
  { path: '/reader-protocol', title: msg`Reader protocol` },
  { path: '/computer-reader', title: msg`Read with a computer` },
];

export const developerPages: Page[] = [...guides.slice(0, 2), { path: '/api-reference', title: msg`API reference` }];

export const accountPages: Page[] = [
  { path: '/dashboard', title: msg`Dashboard` },
  { path: '/billing', title: msg`Billing` },
  { path: '/users', title: msg`Users` },
  { path: '/settings', title: msg`Settings` },
];

export const legalPages: Page[] = [
  { path: '/terms', title: msg`Terms` },
  { path: '/privacy', title: msg`Privacy` },
  { path: '/security', title: msg`Security` },
];

export const servicePages: Page[] = [
  { path: '/status', title: msg`Status` },
  { path: '/changelog', title: msg`Changelog` },
];

export const entryPages: Page[] = [
  { path: '/sign-in', title: msg`Sign in` },
  { path: '/sign-up', title: msg`Start for free` },
];

export const allPages: Page[] = [
  home,
  ...productPages,
  ...developerPages,
  ...entryPages,
  ...accountPages,
  ...legalPages,
  ...servicePages,
  { path: '/supported-documents', title: msg`Supported documents` },
  { path: '/trust', title: msg`Trust` },
  ...guides.slice(2),
  { path: '/recover-password', title: msg`Recover password` },
];

export const redirects: Record<string, string> = { '/reference': '/api-reference', '/new_demo': '/demo' };
