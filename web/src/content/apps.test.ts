import { expect, test } from 'vitest';
import { storesOf } from './apps';

test('offers a store once its address is known', () => {
  expect(storesOf({ name: 'Reader' })).toEqual([]);
  expect(storesOf({ name: 'Reader', google_play: 'https://play.google.com/store/apps/details?id=x' })).toEqual([
    { store: 'Google Play', url: 'https://play.google.com/store/apps/details?id=x' },
  ]);
});
