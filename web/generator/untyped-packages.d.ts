/** The parts we use of packages without types. */
declare module '@mixmark-io/domino' {
  const domino: { createDocument(html: string): Document };
  export default domino;
}

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

declare module '@joplin/turndown-plugin-gfm' {
  export const tables: import('turndown').Plugin;
}
