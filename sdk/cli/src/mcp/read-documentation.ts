/** The calls offered as tools, and the documentation in sections. The build writes both (scripts/packages/cli-documentation.ts). */
import { readFileSync } from 'node:fs';
import { findSections, indexOf } from '../../../../web/src/features/palette/search-words.ts';
import { Refusal } from '../command.ts';
import type { Tool } from './peer.ts';

export interface CallTool extends Tool {
  operation: string;
}

export interface Section {
  id: string;
  title: string;
  text: string;
  place: { title: string; name: string; page: string; path: string; hash: string };
}

export interface Written {
  calls: CallTool[];
  sections: Section[];
}

export type Documentation = ReturnType<typeof readDocumentation>;

const MOST_FOUND = 8;

export function readDocumentation(file = new URL('./documentation.json', import.meta.url)) {
  const { calls, sections } = JSON.parse(readFileSync(file, 'utf8')) as Written;
  let index: ReturnType<typeof indexOf> | undefined;
  return {
    calls,

    search(query: string): { id: string; title: string; begins: string }[] {
      index ??= indexOf(sections.map(({ place, text }, at) => ({ ...place, text: withoutCode(text), id: String(at) })));
      return findSections(index, query, MOST_FOUND).map((found) => {
        const { id, title, text } = sections[Number(found.id)]!;
        return { id, title, begins: text.slice(0, 160) };
      });
    },

    read(id: string): string {
      const section = sections.find((section) => section.id === id);
      if (!section) throw new Refusal(`There is no section ${id}. Find sections with search_docs.`);
      return `# ${section.title}\n\n${section.text}`;
    },
  };
}

/** Code would match nearly every query, so the site does not search it either. */
const withoutCode = (text: string): string =>
  text
    .split(/^```/m)
    .filter((_, index) => index % 2 === 0)
    .join('');
