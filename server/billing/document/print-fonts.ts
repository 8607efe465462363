/**
 * The fonts of documents, split by character set: those of @fontsource, uncompressed, because inflating them for each document took most
 * of its time. Each letter is drawn with the first file whose own table has it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';

const INTER = ['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'];
const inter = (weight: number) => INTER.map((set) => `inter-${set}-${weight}.ttf`);

/** By face: its files, in order. What a serif or a monospaced face lacks is drawn in Inter. */
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

/** A letter with its accents, which one font must have in full to place them. */
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** White space becomes a plain space, also the no-break spaces in numbers and dates. Invisible characters are left out. */
const shown = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '');

/** Splits text where the font file changes. A letter that no file has becomes a question mark; forms refuse it. */
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

/** Whether documents can show every letter. */
export const isPrintable = (text: string): boolean =>
  [...clusters.segment(shown(text))].every(({ segment }) => fileWith(segment, 'text') !== undefined);

const fileWith = (letter: string, face: Face): string | undefined =>
  FACES[face].find((name) =>
    [...letter].every((character) => fontOf(name).hasGlyphForCodePoint(character.codePointAt(0)!)),
  );
