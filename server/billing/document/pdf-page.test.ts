import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { createPage, linesOf, type Style } from './pdf-page.ts';
import { type Face, fontOf, runsOf } from './print-fonts.ts';

afterEach(() => void vi.restoreAllMocks());

const { doc } = createPage({
  ...{ title: 'Lines', author: 'Sigill', created: new Date(0), locale: 'en', seed: '1', continued: '' },
});

/** As it is drawn: measured by the library, line by line. */
const drawnWidth = (line: string, face: Face, size: number) =>
  runsOf(line, face).reduce(
    (sum, { font, run }) => sum + doc.font(fontOf(font) as unknown as Buffer, font, size).widthOfString(run),
    0,
  );

const ACCENTS = ['\u0301', '\u0302', '\u0308', '\u0323', '\u0335'];
const LETTERS = [
  ...'aWiTo.AVfl 12',
  'é',
  'Ж',
  'ω',
  'ᾠ',
  'ệ',
  'ŋ',
  'שׁ',
  'ش',
  '漢',
  '👩‍👩‍👧',
  '🇸🇪',
  '\u200b',
  '\u00a0',
  '\t',
  '\ud800',
];
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300, size: 'max' }),
  fc.string({ unit: fc.constantFrom(...LETTERS, ...ACCENTS), maxLength: 300, size: 'max' }),
  fc.string({ unit: fc.constantFrom('ĩ', '!*', 'ї', 'AV', ' ', ...ACCENTS), maxLength: 300, size: 'max' }),
);

test('lines of any text fit the column, and lose no letter', () => {
  const faces = fc.constantFrom<Face>('text', 'bold', 'serif', 'mono');
  fc.assert(
    fc.property(
      texts,
      faces,
      fc.constantFrom(8.5, 10, 24),
      fc.integer({ min: 60, max: 483 }),
      (text, face, size, width) => {
        const lines = linesOf(doc, text, { face, size }, width);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        for (const line of lines) expect(drawnWidth(line, face, size)).toBeLessThanOrEqual(width + 0.001);
      },
    ),
  );
});

test('words stay whole where they fit, and letters keep their accents', () => {
  const style: Style = { size: 10 };
  expect(linesOf(doc, 'Kungsgatan 2, 111 43 Stockholm', style, 90)).toEqual(['Kungsgatan 2, 111', '43 Stockholm']);
  const letter = 'a\u0301\u0302\u0303\u0304';
  const lines = linesOf(doc, `to ${letter.repeat(51)}`, style, 90);
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines.slice(1)) expect(line.replaceAll(letter, '')).toBe('');
});

test.each([
  ['one letter', 'r'],
  ['a letter with accents', 'a\u0301\u0302\u0303\u0304'],
  ['words', 'name of a company '],
  ['letters that need more room beside each other', 'ĩ'],
])('the characters measured for a text of %s grow no faster than its length', (_, part) => {
  // The prototype of all fonts.
  const layout = vi.spyOn(Object.getPrototypeOf(fontOf('inter-latin-400.ttf')), 'layout');
  for (const times of [50, 200, 800]) {
    layout.mockClear();
    const text = part.repeat(times);
    linesOf(doc, text, {}, 227);
    const measured = layout.mock.calls.reduce((sum, [run]) => sum + (run as string).length, 0);
    expect(measured).toBeLessThanOrEqual(4 * text.length);
  }
});
