/** Draws text in a PDF, in Inter, in any alphabet. */
import { join } from 'node:path';
import { colours } from '../../../openapi/facts/colours.ts';
import { wrapWords } from '../../core/wrap-words.ts';

export const INK = colours.ink.light;
export const QUIET = colours.muted.light;

/** Inter, split by character set. Each character is drawn with the file that contains it. */
const FONTS = {
  'latin-ext': /[\u0100-\u02ba\u02bd-\u02c5\u1e00-\u1eff\u20a0-\u20ab\u20ad-\u20c0]/,
  greek: /[\u0370-\u03ff]/,
  cyrillic: /[\u0400-\u045f\u0490\u0491\u2116]/,
  latin: /[\u0020-\u00ff\u0131\u0152\u0153\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac\u2122\u2212]/,
} as const;

export interface Style {
  size?: number;
  color?: string;
  bold?: boolean;
  /** The right edge to align with. */
  endsAt?: number;
}

export const QUIET_HEAD: Style = { size: 8.5, color: QUIET };

export const leading = ({ size = 10 }: Style) => size * 1.5;

/** Draws one line of text that starts at `x`, or ends at the style's right edge. */
export function drawText(doc: PDFKit.PDFDocument, text: string, x: number, y: number, style: Style): void {
  let at = style.endsAt === undefined ? x : style.endsAt - widthOf(doc, text, style);
  for (const { font, part } of partsOf(text)) {
    useFont(doc, font, style).fillColor(style.color ?? INK);
    doc.text(part, at, y, { lineBreak: false });
    at += doc.widthOfString(part);
  }
}

/** Breaks text into lines that fit the width. */
export const wrapped = (doc: PDFKit.PDFDocument, text: string, width: number, style: Style): string[] =>
  wrapWords(text, (line) => widthOf(doc, line, style) <= width);

function widthOf(doc: PDFKit.PDFDocument, text: string, style: Style): number {
  return partsOf(text).reduce((sum, { font, part }) => sum + useFont(doc, font, style).widthOfString(part), 0);
}

function useFont(doc: PDFKit.PDFDocument, name: string, { size = 10, bold }: Style) {
  return doc.font(join(import.meta.dirname, `fonts/inter-${name}-${bold ? 600 : 400}.woff`)).fontSize(size);
}

/** Splits text where the font file changes. */
function partsOf(text: string): { font: string; part: string }[] {
  const parts: { font: string; part: string }[] = [];
  for (const letter of text.normalize('NFC')) {
    const found = Object.entries(FONTS).find(([, letters]) => letters.test(letter))?.[0];
    const last = parts.at(-1);
    const font = letter === ' ' && last ? last.font : (found ?? 'latin');
    const shown = found ? letter : '?';
    if (last?.font === font) last.part += shown;
    else parts.push({ font, part: shown });
  }
  return parts;
}
