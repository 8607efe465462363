/**
 * The fonts of documents: files of @fontsource, one for each character set. They are stored uncompressed, because inflating them is
 * slow. Each letter is drawn with the first file that has a glyph for it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';
import type { Letter } from './line-breaks.ts';

const INTER = ['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'];
const inter = (weight: number) => INTER.map((set) => `inter-${set}-${weight}.ttf`);

/** The files of each face, in order. Letters that a serif or monospaced face lacks are drawn in Inter. */
const FACES = {
  text: inter(400),
  bold: inter(600),
  serif: ['newsreader-latin-500.ttf', ...inter(600)],
  mono: ['plex-mono-latin-400.ttf', ...inter(400)],
} as const;

export type Face = keyof typeof FACES;

const opened = new Map<string, Font>();

/** Fonts stay open, because decoding their tables is slow. */
export function fontOf(name: string): Font {
  const font = opened.get(name) ?? create(readFileSync(join(import.meta.dirname, `fonts/${name}`)));
  opened.set(name, font);
  return font;
}

/**
 * Call it before each document. A font remembers for which letter it first used a glyph, and readers get that letter when they copy
 * the text. Without this, a document's text would depend on the documents before it.
 */
export function forgetGlyphs(): void {
  for (const font of opened.values()) font._glyphs = {};
}

/** A letter and its accents are drawn with one font, which can then place the accents. */
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** White space, such as the no-break spaces in numbers and dates, becomes a plain space. Invisible characters are removed. */
const shown = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '');

/** Splits text where the font file changes. A letter that no file has becomes a question mark; `billing.update` refuses such letters. */
export function runsOf(text: string, face: Face): { font: string; run: string }[] {
  const runs: { font: string; run: string }[] = [];
  for (const { segment } of clusters.segment(shown(text))) {
    const found = fileWith(segment, face);
    const last = runs.at(-1);
    const font = segment === ' ' && last ? last.font : (found ?? FACES[face][0]!);
    const letter = found ? segment : '?';
    if (last?.font === font) last.run += letter;
    else runs.push({ font, run: letter });
  }
  return runs;
}

/** The letters of a text with their widths at a font size of 1. */
export const lettersOf = (text: string, face: Face): Letter[] =>
  [...clusters.segment(text)].map(({ segment }) => ({ text: segment, width: letterWidth(segment, face) }));

const letterWidth = remembered((letter, face) =>
  runsOf(letter, face).reduce((sum, { font, run }) => sum + widthIn(fontOf(font), run), 0),
);

const widthIn = (font: Font, run: string): number => font.layout(run).advanceWidth / font.unitsPerEm;

export const isPrintable = (text: string): boolean =>
  [...clusters.segment(shown(text))].every(({ segment }) => fileWith(segment, 'text') !== undefined);

const fileWith = remembered((letter, face) =>
  FACES[face].find((name) => {
    const characters = [...letter];
    const font = fontOf(name);
    const hasAll = characters.every((character) => font.hasGlyphForCodePoint(character.codePointAt(0)!));
    return hasAll && (characters.length === 1 || canPlace(font, letter));
  }),
);

/** A font may have an accent and no place for it on a letter, for which its library throws. */
function canPlace(font: Font, letter: string): boolean {
  try {
    font.layout(letter);
    return true;
  } catch {
    return false;
  }
}

/** Bounded, because hostile texts can have any number of different letters. */
const MOST_LETTERS = 10_000;

function remembered<Value>(find: (letter: string, face: Face) => Value): typeof find {
  const known = new Map<string, Value>();
  return (letter, face) => {
    const key = `${face} ${letter}`;
    if (!known.has(key)) {
      if (known.size >= MOST_LETTERS) known.clear();
      known.set(key, find(letter, face));
    }
    return known.get(key) as Value;
  };
}
