import { expect, test } from 'vitest';
import coverage from '../../content/coverage.json' with { type: 'json' };
import { dots, mapSize, outlines } from './world-map.gen';

test('shows every country of the coverage table but Antarctica, once', () => {
  const shown = [...Object.keys(outlines), ...Object.keys(dots)].toSorted();
  const covered = coverage.countries.map(({ alpha2 }) => alpha2).filter((code) => code !== 'AQ');
  expect(shown).toEqual(covered.toSorted());
});

test('keeps every outline and dot within the picture', () => {
  const places = [...Object.keys(outlines).flatMap(pointsOf), ...Object.values(dots)];
  const outside = places.filter(([x, y]) => x < 0 || x > mapSize.width || y < 0 || y > mapSize.height);
  expect(outside).toEqual([]);
});

test('draws neighbours with the same points on their border', () => {
  const ofPortugal = new Set(pointsOf('PT').map(String));
  expect(pointsOf('ES').filter((point) => ofPortugal.has(String(point))).length).toBeGreaterThan(5);
});

function pointsOf(code: string): [x: number, y: number][] {
  let [x, y] = [0, 0];
  return [...(outlines[code] ?? '').matchAll(/([Ml])(-?\d+) ?(-?\d+)/g)].map(([, step, dx, dy]) => {
    [x, y] = step === 'M' ? [Number(dx), Number(dy)] : [x + Number(dx), y + Number(dy)];
    return [x, y];
  });
}
