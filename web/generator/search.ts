/** The texts that the site search covers: every public page, split into sections by heading. */
import domino from '@mixmark-io/domino';
import { indexOf, type Section } from '../src/features/palette/search-words.ts';

export type SearchedPage = { path: string; title: string; html: string };

type TextSection = Omit<Section, 'id'> & { text: string };

export function searchFiles(locale: string, pages: TextSection[][]): Record<string, string> {
  const index = indexOf(
    pages.flatMap((sections, number) => sections.map((section, at) => ({ ...section, id: `${number}.${at}` }))),
  );
  const texts = pages.map((sections, number) => [
    `search/${locale}-${number}.json`,
    JSON.stringify(sections.map(({ text }) => text)),
  ]);
  return { [`search/${locale}.json`]: JSON.stringify(index), ...Object.fromEntries(texts) };
}

/** Elements that are not searched: navigation, drawings, controls, and texts that are true of only some services. */
const SKIPPED =
  'nav, script, style, svg, [data-search="skip"], [aria-hidden="true"], .anchor-link, form, button, .with-face, .without-face, .with-liveness, .without-liveness';
const HEADING = /^H[1-4]$/;

export function sectionsOf({ path, title, html }: SearchedPage): TextSection[] {
  const { body } = domino.createDocument(html);
  // Code is left out, because most searches would find some word in the samples.
  for (const code of Array.from(body.querySelectorAll('[data-code]'))) code.remove();
  for (const nav of Array.from(body.querySelectorAll('nav'))) nav.closest('details')?.remove();
  for (const element of Array.from(body.querySelectorAll(SKIPPED))) element.remove();
  const main = body.querySelector('#main') ?? body;
  const sections: (Omit<Section, 'id'> & { words: string[] })[] = [];
  const visit = (node: Node): void => {
    if (node.nodeType === 3) {
      const words = node.textContent?.trim();
      if (words) sections.at(-1)?.words.push(words);
      return;
    }
    const element = node as Element;
    if (HEADING.test(element.tagName) && beginsSection(element)) {
      const hash = element.tagName === 'H1' ? '' : anchorOf(element);
      const words = textOf(element);
      sections.push({ title: words, name: nameOf(path, hash, words), page: title, path, hash, words: [] });
      return;
    }
    for (const child of Array.from(element.childNodes)) visit(child);
  };
  visit(main);
  return sections.map(({ words, ...section }) => ({ ...section, text: words.join(' ').replace(/\s+([.,;:])/g, '$1') }));
}

/** A heading inside an entry with its own anchor, such as `Response`, belongs to that entry. */
const beginsSection = (heading: Element): boolean => {
  const entry = heading.closest('section[id]');
  return !entry || entry.querySelector('h1, h2, h3, h4') === heading;
};

/** The anchor of the enclosing entry, rather than the heading's own id, which only labels the entry. */
const anchorOf = (heading: Element): string => heading.closest('section[id]')?.id ?? heading.id;

/** What the address adds to the heading: `pricing`, `session.create`, but not `error-not_found` below `not_found`. */
function nameOf(path: string, hash: string, title: string): string {
  if (!hash) return path.split('/').at(-1) ?? '';
  return hash.endsWith(title) ? '' : `${hash} ${hash.replaceAll(/[.-]/g, ' ')}`;
}

const textOf = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
