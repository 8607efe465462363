import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { colours } from '../../../openapi/facts/colours';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

const colour = (name: string, theme: 'light' | 'dark'): [number, number, number] => {
  const hex = Object.entries(colours)
    .find(([token]) => token === name)?.[1]
    [theme].slice(1);
  if (!hex) throw new Error(`No token --${name}`);
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];
};

/** Relative luminance and contrast as WCAG 2.2 defines them. */
const luminance = (rgb: number[]) => {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (a: number[], b: number[]) => {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};

const surfaces = ['paper', 'raised', 'sunken'];
const pairs: [text: string, surface: string, least: number][] = [
  ...['ink', 'muted', 'accent', 'accent-strong', 'warning', 'danger'].flatMap((text) =>
    surfaces.map((surface): [string, string, number] => [text, surface, 4.5]),
  ),
  ...['ink', 'muted', 'accent'].map((text): [string, string, number] => [text, 'accent-wash', 4.5]),
  ...['ink', 'muted', 'warning'].map((text): [string, string, number] => [text, 'warning-wash', 4.5]),
  ...['ink', 'muted', 'danger'].map((text): [string, string, number] => [text, 'danger-wash', 4.5]),
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-strong', 4.5],
  // Borders of controls and the focus ring.
  ...surfaces.map((surface): [string, string, number] => ['edge', surface, 3]),
];

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  test.each(pairs)('%s on %s reaches %s:1', (text, surface, least) => {
    expect(contrast(colour(text, theme), colour(surface, theme))).toBeGreaterThanOrEqual(least);
  });
});

test('gives all faces of a family the same weights, so that the browser treats them as one font', () => {
  const weights = new Map<string, Set<string>>();
  for (const [, face = ''] of css.matchAll(/@font-face \{([^}]*src: url[^}]*)\}/g)) {
    const said = (name: string) => face.match(new RegExp(`${name}: (.+);`))?.[1] ?? '';
    const family = said('font-family');
    weights.set(family, (weights.get(family) ?? new Set()).add(said('font-weight')));
  }
  expect([...weights.values()].map((set) => set.size)).toEqual([1, 1, 1]);
});
