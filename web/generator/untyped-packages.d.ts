/** The parts we use of packages without types. */
declare module '@mixmark-io/domino' {
  export interface DomNode {
    nodeType: number;
    textContent: string | null;
    childNodes: ArrayLike<DomNode>;
    previousSibling: DomNode | null;
  }
  export interface DomElement extends DomNode {
    tagName: string;
    id: string;
    outerHTML: string;
    closest(selector: string): DomElement | null;
    querySelector(selector: string): DomElement | null;
    querySelectorAll(selector: string): ArrayLike<DomElement>;
    getAttribute(name: string): string | null;
    setAttribute(name: string, value: string): void;
    remove(): void;
    insertAdjacentText(position: 'beforebegin', text: string): void;
  }
  const domino: { createDocument(html: string): { body: DomElement } };
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
