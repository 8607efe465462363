import { expect, test } from 'vitest';
import { isColour, typedColour } from './typed-colour';

test.each([
  ['#1d4f91', '#1d4f91'],
  ['1D4F91', '#1d4f91'],
  [' #1D4F91 ', '#1d4f91'],
  ['#abc', '#aabbcc'],
  ['ABC', '#aabbcc'],
  ['', ''],
  ['red', 'red'],
  ['#12345', '#12345'],
  ['#1d4f91;', '#1d4f91;'],
])('reads %j as %j', (typed, colour) => {
  expect(typedColour(typed)).toBe(colour);
  expect(isColour(typedColour(typed))).toBe(/^#[0-9a-f]{6}$/.test(colour));
});
