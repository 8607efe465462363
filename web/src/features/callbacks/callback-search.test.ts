import { expect, test } from 'vitest';
import { paramsOf, readCallbackSearch } from './callback-search';

test('an address filters deliveries by what is valid in it, and a truncated one is no error', () => {
  const search = { state: 'FAILED', event: 'APPROVED', host: ' Shop.example:8443 ', session_id: '7' };
  expect(readCallbackSearch({ ...search, from: '2026-03-02', to: '2026-03-04' })).toEqual({
    ...{ state: 'FAILED', event: 'APPROVED', host: 'Shop.example:8443', session_id: 7 },
    ...{ from: '2026-03-02', to: '2026-03-04' },
  });
  const broken = { state: 'LOST', event: 'CREATED', host: 'a host', session_id: '0', from: '2026-3', to: 'x' };
  expect(readCallbackSearch(broken)).toEqual({});
});

test('the host of a pasted address is taken from it', () => {
  expect(readCallbackSearch({ host: 'https://shop.example/sigill/callback?x=1' })).toEqual({ host: 'shop.example' });
  expect(readCallbackSearch({ host: 'http://[::1]:3000/' })).toEqual({ host: '[::1]:3000' });
  expect(readCallbackSearch({ host: 'shop.example/callback' })).toEqual({});
});

test('both days of a span are included, in the time zone of the viewer', () => {
  const { created_from, created_to, session_state } = paramsOf({
    ...{ event: 'REJECTED', from: '2026-03-02', to: '2026-03-02' },
  });
  expect(session_state).toBe('REJECTED');
  expect(Date.parse(created_to!) - Date.parse(created_from!)).toBe(86_400_000);
  expect(new Date(created_from!).getHours()).toBe(0);
});
