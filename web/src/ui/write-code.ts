import { highlight, paints } from './highlight';

/** Writes code into an element as CodeBlock renders it. */
export function writeCode(panel: Element, code: string): void {
  const element = document.createElement('code');
  for (const { kind, text } of highlight(code)) {
    const paint = paints[kind];
    if (!paint) element.append(text);
    else element.append(Object.assign(document.createElement('span'), { className: paint, textContent: text }));
  }
  panel.replaceChildren(element);
}
