/** Extracts the texts of a rendered page: its Markdown, and its sections for the search. Unchanged pages are read from a cache. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cached } from './cached.ts';
import { markdownOf } from './markdown.ts';
import { type SearchedPage, sectionsOf } from './search.ts';

export type PageTexts = {
  markdown: string;
  /** The Markdown for services with a face provider, without and with a liveness check, where it differs. */
  with_face?: string;
  with_liveness?: string;
  sections: ReturnType<typeof sectionsOf>;
};

const code = ['markdown.ts', 'search.ts', 'page-texts.ts'].map((file) => readFileSync(join(import.meta.dirname, file)));

/**
 * Navigation lists are the same on many pages. They are left out of the cache key, so that a page is extracted again only when its
 * own content changes.
 */
const withoutLists = (html: string) => html.replace(/<nav\b[\s\S]*?<\/nav>/g, '<nav></nav>');

export async function textsOf(rendered: SearchedPage, address: string): Promise<PageTexts> {
  const page = { ...rendered, html: withoutLists(rendered.html) };
  const texts = await cached('texts', [...code, JSON.stringify([page, address])], () =>
    JSON.stringify({ ...markdownTexts(page.html, address), sections: sectionsOf(page) }),
  );
  return JSON.parse(texts.toString()) as PageTexts;
}

function markdownTexts(html: string, address: string) {
  const without = (...classes: string[]) =>
    markdownOf(html, { address, left: classes.map((name) => `.${name}`).join(', ') });
  const markdown = without('with-face', 'with-liveness');
  const with_face = without('without-face', 'with-liveness');
  const with_liveness = without('without-face', 'without-liveness');
  return {
    markdown,
    ...(with_face !== markdown && { with_face }),
    ...(with_liveness !== markdown && { with_liveness }),
  };
}
