/** Extracts the texts of a rendered page: its Markdown, and its sections for the search. Unchanged pages are read from a cache. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/contract/contract.ts';
import { markdownOf } from './markdown.ts';
import { type SearchedPage, sectionsOf } from './search.ts';

export interface PageTexts {
  markdown: string;
  sections: ReturnType<typeof sectionsOf>;
}

const cache = join(root, 'node_modules/.cache/sigill-texts');
const code = ['markdown.ts', 'search.ts', 'page-texts.ts'].map((file) => readFileSync(join(import.meta.dirname, file)));

/** Link lists appear on every page. Ignoring them means a page is only read again when its own content changes. */
const withoutLists = (html: string) => html.replace(/<nav\b[\s\S]*?<\/nav>/g, '<nav></nav>');

export function textsOf(rendered: SearchedPage, origin: string): PageTexts {
  const page = { ...rendered, html: withoutLists(rendered.html) };
  const hash = createHash('sha256')
    .update(code.join())
    .update(JSON.stringify([page, origin]))
    .digest('hex')
    .slice(0, 32);
  const kept = join(cache, `${hash}.json`);
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as PageTexts;
  const texts = { markdown: markdownOf(page.html, origin), sections: sectionsOf(page) };
  mkdirSync(cache, { recursive: true });
  writeFileSync(kept, JSON.stringify(texts));
  return texts;
}
