import { expect, test } from 'vitest';
import { inkOn } from './ink-on';

test.each([
  ['#ffffff', '#000000'],
  ['#000000', '#ffffff'],
  ['#1d4f91', '#ffffff'],
  ['#ffd500', '#000000'],
  ['#E2001A', '#ffffff'],
  ['#767676', '#000000'],
])('on %s it is %s', (color, ink) => expect(inkOn(color)).toBe(ink));
