import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inkOn } from './brand-style';

test.each([
  ['#ffffff', '#000000'],
  ['#000000', '#ffffff'],
  ['#1d4f91', '#ffffff'],
  ['#ffd500', '#000000'],
  ['#E2001A', '#ffffff'],
  ['#767676', '#000000'],
])('returns the most legible ink on %s: %s', (color, ink) => expect(inkOn(color)).toBe(ink));

/** Contrast as WCAG 2.2 defines it. */
function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
      .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

test('ink is legible on any colour', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const color = `#${number.toString(16).padStart(6, '0')}`;
      expect(contrast(color, inkOn(color))).toBeGreaterThanOrEqual(4.5);
    }),
  );
});
