/** A page as Markdown, for programs that read it. */
import { tables } from '@joplin/turndown-plugin-gfm';
import domino, { type DomElement } from '@mixmark-io/domino';
import TurndownService from 'turndown';

/** What a reader of Markdown has no use for: ways to elsewhere, drawings, and controls. The words that stand for a drawing stay. */
const SKIPPED =
  'nav, script, style, svg, form, button, fieldset, [role="tablist"], [aria-hidden="true"], [data-copy], [data-try], .anchor-link, [hidden]:not(pre), pre:empty';
/** What only narrow screens show, in the place of the head of a table. */
const NARROW = /(^|\s)(sm|md|lg):hidden(\s|$)/;
const LANGUAGES: Record<string, string> = {
  TypeScript: 'ts',
  curl: 'sh',
  Shell: 'sh',
  JSON: 'json',
  HTML: 'html',
  Express: 'ts',
  Fastify: 'ts',
  'Next.js': 'ts',
};

/** The content of a rendered page. `origin` makes its links whole, since the text is read away from its page. */
export function markdownOf(html: string, origin: string): string {
  const { body } = domino.createDocument(html);
  const main = body.querySelector('#main') ?? body;
  // Colours of code are most elements of a page, and every search below would walk through them.
  for (const code of Array.from(main.querySelectorAll('pre code'))) {
    const { textContent } = code;
    code.textContent = textContent;
  }
  for (const block of Array.from(main.querySelectorAll('[data-code]'))) nameLanguages(block);
  // On a phone, what leads elsewhere is below something that opens.
  for (const nav of Array.from(main.querySelectorAll('nav'))) nav.closest('details')?.remove();
  for (const element of Array.from(main.querySelectorAll(SKIPPED))) element.remove();
  for (const element of Array.from(main.querySelectorAll('[class*=":hidden"]')))
    if (NARROW.test(element.getAttribute('class') ?? '')) element.remove();
  for (const element of Array.from(main.querySelectorAll('span, small, a'))) setApart(element);
  for (const link of Array.from(main.querySelectorAll('a[href^="/"]')))
    link.setAttribute('href', origin + link.getAttribute('href'));
  return `${service
    .turndown(main)
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

/** Puts what the style sheet puts between two pieces of text: room, or a line of its own. */
function setApart(element: DomElement): void {
  const before = element.previousSibling;
  if (!before || element.closest('pre, code') || /(^|[\s([{/])$/.test(before.textContent ?? '')) return;
  const isLine = /(^|\s)block(\s|$)/.test(element.getAttribute('class') ?? '');
  if (isLine) element.insertAdjacentText('beforebegin', ': ');
  else if (before.nodeType === ELEMENT || element.tagName === 'SPAN') element.insertAdjacentText('beforebegin', ' ');
}

const ELEMENT = 1;

/** The language of each sample, which the tabs above it say to people. */
function nameLanguages(block: DomElement): void {
  const tabs = Array.from(block.querySelectorAll('[role="tab"]')).map(({ textContent }) => textContent ?? '');
  const label = block.querySelector('.caps')?.textContent ?? '';
  Array.from(block.querySelectorAll('pre')).forEach((panel, index) => {
    const name = tabs[index] ?? label;
    panel.querySelector('code')?.setAttribute('class', `language-${LANGUAGES[name] ?? ''}`);
  });
  block.querySelector('.caps')?.remove();
}

const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
service.use(tables);
// Domino looks for the rows of a table whenever it is asked, and the rules of tables ask for each column of each row. This one comes
// before them, decides nothing, and keeps the rows.
service.addRule('rows', {
  filter(node) {
    if (node.nodeName === 'TABLE')
      Object.defineProperty(node, 'rows', { value: Array.from(node.querySelectorAll('tr')) });
    return false;
  },
  replacement: (content) => content,
});
// Where a page opens something on demand, its words are those of a heading without a level.
service.addRule('summary', { filter: 'summary', replacement: (content) => `\n\n**${content.trim()}**\n\n` });
service.addRule('definition', { filter: ['dt'], replacement: (content) => `\n\n**${content.trim()}** ` });
