/** The part of fontkit that draws the pictures. The package has no types. */
declare module 'fontkit' {
  interface Glyph {
    path: { toSVG(): string };
  }
  export interface Font {
    unitsPerEm: number;
    layout(text: string): { advanceWidth: number; glyphs: Glyph[]; positions: { xAdvance: number }[] };
  }
  export function openSync(path: string): Font;
}
