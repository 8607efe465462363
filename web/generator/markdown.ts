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
  Python: 'python',
  PHP: 'php',
  Java: 'java',
  Go: 'go',
  'C#': 'csharp',
  Ruby: 'ruby',
};

/**
 * The content of a rendered page, without elements of the class `left`. Links become absolute at `address`, since the text is read
 * outside the site.
 */
export function markdownOf(html: string, { address, left }: { address: string; left: string }): string {
  const { body } = domino.createDocument(html);
  const main = body.querySelector<HTMLElement>('#main') ?? body;
  // Removes syntax colouring, which is most of a page's elements and which every query below would have to walk through.
  for (const code of Array.from(main.querySelectorAll('pre code'))) {
    const { textContent } = code;
    code.textContent = textContent;
  }
  for (const block of Array.from(main.querySelectorAll('[data-code]'))) nameLanguages(block);
  // On phones, navigation is inside a disclosure.
  for (const nav of Array.from(main.querySelectorAll('nav'))) nav.closest('details')?.remove();
  for (const element of Array.from(main.querySelectorAll(`${SKIPPED}, ${left}`))) element.remove();
  for (const element of Array.from(main.querySelectorAll('[class*=":hidden"]')))
    if (NARROW.test(element.getAttribute('class') ?? '')) element.remove();
  for (const link of Array.from(main.querySelectorAll('h2 > a[href^="#"]'))) link.replaceWith(textOf(link));
  for (const list of Array.from(main.querySelectorAll('.code-links, .code-columns'))) writeCodes(list);
  for (const property of Array.from(main.querySelectorAll('.properties > li'))) writeProperty(property);
  for (const heading of Array.from(main.querySelectorAll('h2, h3'))) setBelow(heading);
  for (const line of Array.from(main.querySelectorAll('p.font-mono')))
    if (!line.querySelector('a')) quote(line, textOf(line));
  for (const element of Array.from(main.querySelectorAll('span, small, a, code'))) setApart(element);
  for (const link of Array.from(main.querySelectorAll('a[href^="/"], a[href^="#"]')))
    link.setAttribute('href', new URL(link.getAttribute('href')!, address).href);
  return `${service
    .turndown(main)
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

const textOf = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim();

function quote(element: Element, text: string): void {
  element.innerHTML = '<code></code>';
  element.firstElementChild!.textContent = text;
}

/** A list of codes, calls, types or values. The reference has a heading for each, so their links are left out. */
function writeCodes(list: Element): void {
  const names = Array.from(list.querySelectorAll('a, span')).map(textOf);
  const line = list.ownerDocument.createElement(list.tagName === 'UL' ? 'p' : list.tagName);
  line.innerHTML = names.map(() => '<code></code>').join(', ');
  Array.from(line.children).forEach((code, index) => {
    code.textContent = names[index]!;
  });
  list.parentNode?.replaceChild(line, list);
}

function writeProperty(property: Element): void {
  const [head, ...others] = Array.from(property.children).filter(({ tagName }) => tagName === 'P');
  if (!head) return;
  const [, ...facts] = Array.from(head.children);
  const words = facts.filter(({ tagName }) => tagName !== 'A').map(textOf);
  const types = facts.filter(({ tagName }) => tagName === 'A');
  for (const fact of facts) fact.remove();
  if (words.length > 0) head.insertAdjacentText('beforeend', ` (${words.join(', ')})`);
  for (const type of types) {
    head.insertAdjacentText('beforeend', ' ');
    head.appendChild(type);
  }
  others.forEach((line, index) => {
    head.insertAdjacentText('beforeend', index === 0 ? ': ' : ' ');
    for (const limits of Array.from(line.querySelectorAll('small'))) limits.textContent = ` (${textOf(limits)})`;
    for (const part of Array.from(line.childNodes)) head.appendChild(part);
    line.remove();
  });
}

/** Moves a heading's notes, such as a status or a type, into a paragraph below it, so that they do not read as part of the heading. */
function setBelow(heading: Element): void {
  const notes = Array.from(heading.querySelectorAll('[data-search="skip"]'));
  const below = notes.map(textOf).filter(Boolean).join(', ');
  for (const note of notes) note.remove();
  if (below) heading.insertAdjacentHTML('afterend', `<p>${below}</p>`);
  const before = heading.parentElement?.previousElementSibling;
  if (before?.tagName === 'P' && heading.parentElement?.firstElementChild === heading && !before.previousElementSibling)
    heading.parentElement?.insertBefore(before, heading.nextSibling);
}

/** Inserts a space, a colon or a paragraph break between two pieces of text that the style sheet separates on the page. */
function setApart(element: Element): void {
  const before = element.previousSibling;
  const isLine = /(^|\s)block(\s|$)/.test(element.getAttribute('class') ?? '');
  if (isLine && element.nextSibling?.nodeType === TEXT) element.insertAdjacentText('afterend', ': ');
  if (!before || element.parentElement?.closest('pre, code') || /(^|[\s([{/])$/.test(before.textContent ?? '')) return;
  if (isLine && element.tagName === 'A') wrapInParagraph(element);
  else if (isLine) element.insertAdjacentText('beforebegin', ': ');
  else if (before.nodeType === ELEMENT || element.tagName === 'SPAN') element.insertAdjacentText('beforebegin', ' ');
}

const ELEMENT = 1;
const TEXT = 3;

function wrapInParagraph(element: Element): void {
  const paragraph = element.ownerDocument.createElement('p');
  element.parentNode?.replaceChild(paragraph, element);
  paragraph.appendChild(element);
}

/** Names the language of each sample. On the page, only the tabs or the label of a block show it. */
function nameLanguages(block: Element): void {
  const tabs = Array.from(block.querySelectorAll('[role="tab"]')).map(({ textContent }) => textContent ?? '');
  const label = block.querySelector('.caps')?.textContent ?? '';
  Array.from(block.querySelectorAll('pre')).forEach((panel, index) => {
    const name = tabs[index] ?? label;
    const code = panel.querySelector('code');
    const isJson = /^(\/\/.*\n)?[{[]\n/.test(code?.textContent ?? '');
    code?.setAttribute('class', `language-${LANGUAGES[name] ?? (isJson ? 'json' : '')}`);
  });
  block.querySelector('.caps')?.remove();
}

const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
service.use(tables);
// Domino searches for a table's rows on every access, and the table rules access them for each column of each row. This rule runs
// before the table rules, never matches, and caches the rows.
service.addRule('rows', {
  filter(node) {
    if (node.nodeName === 'TABLE')
      Object.defineProperty(node, 'rows', { value: Array.from(node.querySelectorAll('tr')) });
    return false;
  },
  replacement: (content) => content,
});
// Shows the label of a disclosure in bold.
service.addRule('summary', { filter: 'summary', replacement: (content) => `\n\n**${content.trim()}**\n\n` });
service.addRule('term', {
  filter: 'dt',
  replacement: (content) => `\n\n**${content.trim()}**${/[.:?!]$/.test(content.trim()) ? '' : ':'} `,
});
// A definition follows its term on the same line, unless it has several paragraphs.
service.addRule('definition', {
  filter: 'dd',
  replacement: (content) => (content.trim().includes('\n') ? `\n\n${content.trim()}\n\n` : `${content.trim()}\n\n`),
});
// The default rule indents by four and leaves spaces on blank lines.
service.addRule('item', {
  filter: 'li',
  replacement(content, item) {
    const list = item.parentNode as Element;
    const start = Number(list.getAttribute('start') ?? 1);
    const mark = list.nodeName === 'OL' ? `${start + Array.from(list.children).indexOf(item)}. ` : '- ';
    const text = content.trim().replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`);
    return `${mark}${text}\n`;
  },
});
