/** Converts a page to Markdown, for programs that read it. */
import { tables } from '@joplin/turndown-plugin-gfm';
import domino from '@mixmark-io/domino';
import TurndownService from 'turndown';

/** Elements with no use in Markdown: navigation, drawings and controls. A drawing's text alternative stays. */
const SKIPPED =
  'nav, script, style, svg, form, button, fieldset, [role="tablist"], [aria-hidden="true"], [data-copy], [data-try], .anchor-link, [hidden]:not(pre), pre:empty';
/** Labels that narrow screens show in place of table headings. */
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

/** The content of a rendered page. `origin` makes its links absolute, since the text is read outside the site. */
export function markdownOf(html: string, origin: string): string {
  const { body } = domino.createDocument(html);
  const main = body.querySelector<HTMLElement>('#main') ?? body;
  // Most elements of a page are syntax colouring, which every query below would have to walk through.
  for (const code of Array.from(main.querySelectorAll('pre code'))) {
    const { textContent } = code;
    code.textContent = textContent;
  }
  for (const block of Array.from(main.querySelectorAll('[data-code]'))) nameLanguages(block);
  // On phones, navigation is inside a disclosure.
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

/** Inserts what the style sheet would put between two pieces of text: a space or a line break. */
function setApart(element: Element): void {
  const before = element.previousSibling;
  if (!before || element.closest('pre, code') || /(^|[\s([{/])$/.test(before.textContent ?? '')) return;
  const isLine = /(^|\s)block(\s|$)/.test(element.getAttribute('class') ?? '');
  if (isLine) element.insertAdjacentText('beforebegin', ': ');
  else if (before.nodeType === ELEMENT || element.tagName === 'SPAN') element.insertAdjacentText('beforebegin', ' ');
}

const ELEMENT = 1;

/** Sets the language of each sample, which people read from the tabs above it. */
function nameLanguages(block: Element): void {
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
// Domino searches for a table's rows on every access, and the table rules access them for each column of each row. This rule runs first,
// never matches, and caches the rows.
service.addRule('rows', {
  filter(node) {
    if (node.nodeName === 'TABLE')
      Object.defineProperty(node, 'rows', { value: Array.from(node.querySelectorAll('tr')) });
    return false;
  },
  replacement: (content) => content,
});
// The label of a disclosure is a heading without a level.
service.addRule('summary', { filter: 'summary', replacement: (content) => `\n\n**${content.trim()}**\n\n` });
service.addRule('definition', { filter: ['dt'], replacement: (content) => `\n\n**${content.trim()}** ` });
