import { expect, test } from 'vitest';
import { nearestPaths } from './nearest-pages';

const paths = [
  '/',
  '/biometric',
  '/coverage',
  '/pricing',
  '/compare',
  '/developer',
  '/demo',
  '/sign-in',
  '/sign-up',
  '/dashboard',
  '/api-reference',
  '/api-guide',
  '/privacy',
  '/terms',
];

test.each([
  ['/pricng', '/pricing'],
  ['/prices', '/pricing'],
  ['/Pricing.html', '/pricing'],
  ['/es/coverge', '/coverage'],
  ['/fr/pricing', '/pricing'],
  ['/signin', '/sign-in'],
  ['/sign_up', '/sign-up'],
  ['/api-referense', '/api-reference'],
  ['/dashbaord', '/dashboard'],
  ['/demos/1', '/demo'],
  ['/privacy-policy', '/privacy'],
])('%s probably meant %s', (typed, meant) => {
  expect(nearestPaths(typed, paths)[0]).toBe(meant);
});

test.each(['/', '/xyzzy', '/12345678', '//', '/%00'])('suggests nothing for %s', (typed) => {
  expect(nearestPaths(typed, paths)).toEqual([]);
});
