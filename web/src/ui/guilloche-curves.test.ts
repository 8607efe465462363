import { expect, test } from 'vitest';
import { band, rosettes, weave } from '../../../openapi/facts/guilloche-curves';

test('draws the same lines for the same name, and different lines for another', () => {
  expect(rosettes('home')).toEqual(rosettes('home'));
  expect(rosettes('home')).not.toEqual(rosettes('price'));
  expect(band('home', 1440, 56)).toEqual(band('home', 1440, 56));
});

test('keeps every rosette inside its box of 400 × 400, and closes it', () => {
  for (const name of ['home', 'price', 'demo', 'broken-link', 'a', ''])
    for (const { path } of rosettes(name)) {
      const places = placesOf(path);
      expect(places.length).toBeGreaterThan(100);
      expect(Math.max(...places.map(([x, y]) => Math.hypot(x, y)))).toBeLessThanOrEqual(200);
      const [first, last] = [places[0]!, places.at(-1)!];
      expect(Math.hypot(first[0] - last[0], first[1] - last[1])).toBeLessThan(20);
    }
});

test('draws a band from one end of its box to the other', () => {
  for (const wave of band('home', 1440, 56)) {
    const places = placesOf(wave);
    expect([places[0]![0], Math.round(places.at(-1)![0])]).toEqual([0, 1440]);
    expect(Math.max(...places.map(([, y]) => Math.abs(y)))).toBeLessThanOrEqual(28);
  }
});

test('draws a field across the whole width of its box and down to its lower edge', () => {
  const lines = weave('developer', 600, 300).split(/(?=M)/).map(placesOf);
  expect(lines.map((places) => [places[0]![0], places.at(-1)![0]])).toEqual(lines.map(() => [0, 600]));
  const heights = lines.map((places) => places[0]![1]);
  expect(Math.min(...heights)).toBeGreaterThan(-15);
  expect(Math.max(...heights)).toBeGreaterThan(280);
  expect(Math.max(...heights)).toBeLessThan(315);
});

function placesOf(path: string): [x: number, y: number][] {
  const numbers = [...path.matchAll(/-?(?:\d+(?:\.\d)?|\.\d)/g)].map(Number);
  const places: [number, number][] = [];
  for (let at = 0; at < numbers.length; at += 2) {
    const [x, y] = places.at(-1) ?? [0, 0];
    places.push([x + numbers[at]!, y + numbers[at + 1]!]);
  }
  return places;
}

test('rotates the copies by less than one petal', () => {
  for (const { turns } of rosettes('home')) expect(Math.max(...turns)).toBeLessThan(360 / 7);
});
