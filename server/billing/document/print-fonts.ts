/**
 * The fonts of documents: files of @fontsource, one for each character set. They are stored uncompressed, because inflating them is
 * slow. Each letter is drawn with the first file that has a glyph for it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';

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

export const fontFile = (name: string): string => join(import.meta.dirname, `fonts/${name}`);

const opened = new Map<string, Font>();

function fontOf(name: string): Font {
  const font = opened.get(name) ?? create(readFileSync(fontFile(name)));
  opened.set(name, font);
  return font;
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

export const isPrintable = (text: string): boolean =>
  [...clusters.segment(shown(text))].every(({ segment }) => fileWith(segment, 'text') !== undefined);

const fileWith = (letter: string, face: Face): string | undefined =>
  FACES[face].find((name) =>
    [...letter].every((character) => fontOf(name).hasGlyphForCodePoint(character.codePointAt(0)!)),
  );
