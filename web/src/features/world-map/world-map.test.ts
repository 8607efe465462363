import { expect, test } from 'vitest';
import coverage from '../../content/coverage.json' with { type: 'json' };
import { dots, mapSize, outlines } from './world-map.gen';

test('shows every country of the coverage table but Antarctica, once', () => {
  const shown = [...Object.keys(outlines), ...Object.keys(dots)].toSorted();
  const covered = coverage.countries.map(({ alpha2 }) => alpha2).filter((code) => code !== 'AQ');
  expect(shown).toEqual(covered.toSorted());
});

test('keeps every outline and dot within the picture', () => {
  for (const [code, path] of Object.entries(outlines)) {
    let [x, y] = [0, 0];
    for (const [, step, dx, dy] of path.matchAll(/([Ml])(-?\d+) ?(-?\d+)/g)) {
      [x, y] = step === 'M' ? [Number(dx), Number(dy)] : [x + Number(dx), y + Number(dy)];
      expect(x >= 0 && x <= mapSize.width && y >= 0 && y <= mapSize.height, `${code}: ${x}, ${y}`).toBe(true);
    }
  }
  for (const [code, [x, y]] of Object.entries(dots))
    expect(x >= 0 && x <= mapSize.width && y >= 0 && y <= mapSize.height, `${code}: ${x}, ${y}`).toBe(true);
});

test('draws neighbours with the same points on their border', () => {
  const points = (code: string) => {
    let [x, y] = [0, 0];
    return [...(outlines[code] ?? '').matchAll(/([Ml])(-?\d+) ?(-?\d+)/g)].map(([, step, dx, dy]) => {
      [x, y] = step === 'M' ? [Number(dx), Number(dy)] : [x + Number(dx), y + Number(dy)];
      return `${x} ${y}`;
    });
  };
  const ofPortugal = new Set(points('PT'));
  expect(points('ES').filter((point) => ofPortugal.has(point)).length).toBeGreaterThan(5);
});
