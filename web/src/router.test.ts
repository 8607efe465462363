import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { createAppRouter } from './router';

const routeOf = (path: string) => {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  return router.matchRoutes(router.latestLocation).at(-1)?.routeId;
};

test.each([
  ['/', '/{-$locale}/'],
  ['/es', '/{-$locale}/'],
  ['/api-guide', '/{-$locale}/$guide'],
  ['/es/computer-reader', '/{-$locale}/$guide'],
  ['/pricing', '/{-$locale}/pricing'],
  ['/es/api-reference', '/{-$locale}/api-reference/'],
  ['/es/api-reference/errors', '/{-$locale}/api-reference/errors'],
])('%s is the page %s', (path, route) => expect(routeOf(path)).toBe(route));

test.each(['/unknown', '/es/unknown', '/es/sv'])('%s is not taken for a guide', (path) =>
  expect(routeOf(path)).not.toBe('/{-$locale}/$guide'),
);
