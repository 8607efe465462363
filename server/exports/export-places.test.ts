import { expect, test } from 'vitest';
import { createExportPlaces } from './export-places.ts';

test('an account has at most two exports, and each place is freed only once', () => {
  const places = createExportPlaces();
  const first = places.enter(1);
  places.enter(1);
  expect(() => places.enter(1)).toThrow('2 exports of this account are already running');
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  places.enter(1);
  expect(() => places.enter(1)).toThrow('2 exports of this account are already running');
});

test('while half of the places are taken, the rest are for accounts without an export', () => {
  const places = createExportPlaces();
  for (const merchant_id of [1, 2, 3, 4]) places.enter(merchant_id);
  expect(() => places.enter(1)).toThrow('Too many exports are running');
  for (const merchant_id of [5, 6, 7, 8]) places.enter(merchant_id);
  expect(() => places.enter(9)).toThrow('Too many exports are running');
});
