/** The calls offered as tools, and the documentation in sections. The build writes both (scripts/packages/cli-documentation.ts). */
import { readFileSync } from 'node:fs';
import { Refusal } from '../command.ts';
import type { Tool } from './peer.ts';

export interface CallTool extends Tool {
  /** The operation of the contract. */
  operation: string;
}

export interface Section {
  id: string;
  title: string;
  text: string;
}

export interface Written {
  calls: CallTool[];
  sections: Section[];
}

export type Documentation = ReturnType<typeof readDocumentation>;

const MOST_FOUND = 8;
const IN_TITLE = 5;

export function readDocumentation(file = new URL('./documentation.json', import.meta.url)) {
  const { calls, sections } = JSON.parse(readFileSync(file, 'utf8')) as Written;
  const indexed = sections.map((section) => ({
    ...section,
    titleWords: wordsOf(`${section.id} ${section.title}`),
    words: wordsOf(section.text),
  }));
  return {
    calls,

    /** The sections that match most words. Rare words count for more, and words that nearly all sections have for nothing. */
    search(query: string): { id: string; title: string; begins: string }[] {
      const words = [...new Set(wordsOf(query))];
      const rarity = (word: string) =>
        Math.max(0, Math.log(indexed.length / (1 + indexed.filter(({ words }) => words.includes(word)).length)));
      const weights = words.map((word) => ({ word, weight: rarity(word) }));
      return indexed
        .map((section) => ({ section, score: weights.reduce((sum, each) => sum + scoreOf(section, each), 0) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, MOST_FOUND)
        .map(({ section: { id, title, text } }) => ({ id, title, begins: text.slice(0, 160) }));
    },

    read(id: string): string {
      const section = sections.find((section) => section.id === id);
      if (!section) throw new Refusal(`There is no section ${id}. Find sections with search_docs.`);
      return `# ${section.title}\n\n${section.text}`;
    },
  };
}

interface Indexed {
  titleWords: string[];
  words: string[];
}

function scoreOf({ titleWords, words }: Indexed, { word, weight }: { word: string; weight: number }): number {
  const times = words.filter((other) => other === word).length;
  return weight * ((titleWords.includes(word) ? IN_TITLE : 0) + Math.min(times, IN_TITLE) / 2);
}

/** `session.create` is found by its full name and by its parts, and `callbacks` also by `callback`. */
function wordsOf(text: string): string[] {
  const whole = text.toLowerCase().match(/[\p{L}\p{N}_.]+/gu) ?? [];
  return whole.flatMap((word) => {
    const bare = word.replace(/^\.+|(?<!\.)\.+$/g, '');
    const parts = bare.split(/[._]/);
    return (parts.length > 1 ? [bare, ...parts] : [bare]).map((part) => part.replace(/(?<=...)s$/, ''));
  });
}
