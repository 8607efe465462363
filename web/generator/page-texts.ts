/** What is read out of a rendered page: its Markdown, and its sections for the search. A page that has not changed is not read again. */
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

/** The lists of links stand on every page: without them a page is only read again when it has changed itself. */
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
