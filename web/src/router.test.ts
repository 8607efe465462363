import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
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

describe('addresses', () => {
  const GIVEN = {
    ...{ search: '007', state: 'FAILED', reason: 'document_expired', from: '2026-03-02', to: '2026-03-03' },
    ...{ country: 'SE', kind: 'real', link: '4821930477261', cursor: '4821930477261', operation: 'session.get' },
    ...{ status: '404', refused: 'true', user_id: '7', session_id: '8', days: '90', specimen: 'true', code: 'a-b_9' },
    ...{ token: '1.abc', face_verification: 'true', group: 'team', person: '7', target: '8' },
  };
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/'] }));
  const routes = Object.values(router.routesById).filter((route) => 'validateSearch' in route.options);

  test.each(routes.map(({ id, fullPath, options }) => [id, { fullPath, options }] as const))(
    '%s has a query without quotes or JSON, which it reads back',
    (_id, { fullPath, options }) => {
      const read = options.validateSearch as (raw: object) => object;
      const query = new URLSearchParams(GIVEN).toString();
      const search = read(router.options.parseSearch(`?${query}`));
      const params = { id: '7', token: 'abc' };
      const { searchStr } = router.buildLocation({ to: fullPath, params, search } as never);
      expect(searchStr).not.toMatch(/%22|%5B|%7B/);
      expect(read(router.options.parseSearch(searchStr))).toEqual(search);
    },
  );

  test('keep the state that other pages send along', () => {
    const state = '{"reference":"spring"}';
    expect(router.options.parseSearch(`?state=${encodeURIComponent(state)}`)).toEqual({ state });
  });
});

test.each(['/unknown', '/es/unknown', '/es/sv'])('%s is not taken for a guide', (path) =>
  expect(routeOf(path)).not.toBe('/{-$locale}/$guide'),
);
