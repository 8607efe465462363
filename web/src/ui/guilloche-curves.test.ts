import { expect, test } from 'vitest';
import { band, rosettes } from './guilloche-curves';

test('draws the same line work for the same name, and another for another', () => {
  expect(rosettes('home')).toEqual(rosettes('home'));
  expect(rosettes('home')).not.toEqual(rosettes('price'));
  expect(band('home', 1440, 56)).toEqual(band('home', 1440, 56));
});

test('keeps every rosette inside its box of 400 × 400', () => {
  for (const name of ['home', 'price', 'demo', 'broken-link', 'a', ''])
    for (const { path } of rosettes(name))
      for (const [x = 0, y = 0] of [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map((pair) =>
        pair.slice(1).map(Number),
      ))
        expect(Math.hypot(x, y)).toBeLessThanOrEqual(200);
});

test('turns the copies by less than one petal', () => {
  for (const { turns } of rosettes('home')) expect(Math.max(...turns)).toBeLessThan(360 / 7);
});
