/** The part of domino that reads documents. The package has no types. */
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
