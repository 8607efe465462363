declare module 'fontkit' {
  export interface Font {
    unitsPerEm: number;
    _glyphs: Record<number, object>;
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): { advanceWidth: number };
  }
  export function create(file: Buffer): Font;
}
