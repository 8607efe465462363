import MarkdownIt, { type Token } from 'markdown-it';
import type { Plugin } from 'vite';
import { parse } from 'yaml';
import { apps } from './src/content/apps.ts';
import { facts } from './src/content/facts.ts';
import type { Coverage } from './src/features/coverage/countries';
import { type Block, type Document, flowOf, type Heading } from './src/features/guides/document.ts';

export function content(): Plugin {
  return {
    name: 'sigill:content',
    enforce: 'pre',
    transform(source, id) {
      const [, locale, asked] = /(\.es)?\.md(?:\?(en|es))?$/.exec(id) ?? [];
      if (/\.md(\?\w+)?$/.test(id)) return moduleOf(compileDocument(source, locale || asked === 'es' ? 'es' : 'en'));
      if (/coverage\.json\?rows$/.test(id)) return moduleOf(rowsOf(JSON.parse(source)));
      if (/coverage\.json\?codes$/.test(id)) return moduleOf(codesOf(JSON.parse(source)));
      return undefined;
    },
  };
}

const moduleOf = (value: unknown) => ({
  code: `export default ${JSON.stringify(value)}`,
  map: null,
  moduleType: 'js' as const,
});

type Table = Pick<Coverage, 'glance' | 'baltics'> & {
  countries: {
    alpha2: string;
    name_en: string;
    name_es: string;
    passport: string;
    national_id: string;
    passport_trust_anchor: boolean;
  }[];
};

/** Without the evidence, which the pages do not show. */
const rowsOf = ({ glance, baltics, countries }: Table): Coverage => ({
  glance,
  baltics,
  countries: countries.map((country) => ({
    code: country.alpha2,
    names: { en: country.name_en, es: country.name_es },
    passport: country.passport === 'SUPPORTED',
    national_id: country.national_id === 'SUPPORTED',
    trust_anchor: country.passport_trust_anchor,
  })),
});

/** Only the country codes, for places where the browser supplies the names. */
const codesOf = ({ countries }: Table): string => countries.map(({ alpha2 }) => alpha2).join(' ');

/**
 * The subset of Markdown we use: a title, a lead, and then
 * - `{#id}` after a heading, so that both languages share their anchors;
 * - adjacent code fences with the same `name=`, as tabs of one block, labelled by language or by `label=`, in quotes if it has spaces;
 * - ```mermaid fences, which we draw ourselves;
 * - quotes that begin with [!NOTE] or [!WARNING];
 * - `English / Español` as a heading in a text shared by both languages;
 * - {{product}} and the other facts, so that each name is defined in one place.
 */
export function compileDocument(source: string, locale: 'en' | 'es'): Document {
  const [, front = '', text = ''] = /^(?:---\n([\s\S]*?)\n---\n)?([\s\S]*)$/.exec(withFacts(source)) ?? [];
  const markdown = createMarkdown(locale === 'es' ? '/es' : '');
  const tokens = markdown.parse(text, {});
  const hasTitle = tokens[0]?.tag === 'h1';
  const hasLead = hasTitle && tokens[3]?.type === 'paragraph_open';
  const title = hasTitle ? headingOf(tokens[1]!.content, locale).words : '';
  const lead = hasLead ? tokens[4]!.content : '';
  const body = tokens.slice((hasTitle ? 3 : 0) + (hasLead ? 3 : 0));
  const headings = nameHeadings(body, markdown, locale);
  return { ...(front && { front: parse(front) }), title, lead, headings, blocks: blocksOf(body, markdown, locale) };
}

function nameHeadings(tokens: Token[], markdown: MarkdownIt, locale: 'en' | 'es'): Heading[] {
  const headings: Heading[] = [];
  let tables = 0;
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      const inline = tokens[index + 1]!;
      const { words, id } = headingOf(inline.content, locale);
      headings.push({ id, text: words, level: Number(token.tag[1]) });
      token.attrSet('id', id);
      inline.content = words;
      inline.children = markdown.parseInline(words, {})[0]?.children ?? [];
      tables = 0;
    }
    // Regions on one page need distinct names.
    const section = headings.at(-1)?.text ?? '';
    if (token.type === 'table_open') token.meta = ++tables > 1 ? `${section} (${tables})` : section;
  });
  return headings;
}

function blocksOf(tokens: Token[], markdown: MarkdownIt, locale: 'en' | 'es'): Block[] {
  const blocks: Block[] = [];
  let prose: Token[] = [];
  const endProse = () => {
    if (prose.length > 0) blocks.push({ html: markdown.renderer.render(prose, markdown.options, {}) });
    prose = [];
  };
  for (const token of tokens) {
    if (token.type !== 'fence') {
      prose.push(token);
      continue;
    }
    endProse();
    const [language = ''] = token.info.split(' ', 1);
    const optionOf = (key: string) => new RegExp(` ${key}=("?)(.+?)\\1(?: |$)`).exec(token.info)?.[2];
    if (language === 'mermaid') {
      blocks.push(flowOf(token.content));
      continue;
    }
    const [name, label] = [optionOf('name'), optionOf('label')];
    const tab = {
      label: label ?? (language === 'text' ? output[locale] : (labels[language] ?? language)),
      code: token.content.trimEnd(),
      ...(language === 'text' && { plain: true }),
      ...(name && !label && { language }),
    };
    const last = blocks.at(-1);
    if (name && last && 'tabs' in last && last.name === name) last.tabs.push(tab);
    else blocks.push({ ...(name && { name }), tabs: [tab] });
  }
  endProse();
  return blocks;
}

const labels: Record<string, string> = {
  ts: 'TypeScript',
  tsx: 'TypeScript',
  sh: 'Shell',
  curl: 'curl',
  json: 'JSON',
  html: 'HTML',
  xml: 'XML',
  swift: 'Swift',
  kotlin: 'Kotlin',
  python: 'Python',
  php: 'PHP',
  java: 'Java',
  go: 'Go',
  csharp: 'C#',
  ruby: 'Ruby',
  http: 'HTTP',
};

const output = { en: 'Output', es: 'Salida' };

/** `Words {#id}`, or `English / Español` for both languages. */
function headingOf(text: string, locale: 'en' | 'es'): { words: string; id: string } {
  const [, words = '', id] = /^(.*?)\s*(?:\{#([\w-]+)\})?$/.exec(text) ?? [];
  const [english = '', spanish] = words.split(' / ');
  return { words: (locale === 'es' && spanish) || english, id: id ?? slug(english) };
}

export const slug = (words: string) =>
  words
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const withFacts = (text: string) =>
  text.replace(/\{\{([\w.]+)\}\}/g, (_, path: string) => {
    const value = path
      .split('.')
      .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], { ...facts, apps });
    if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`No such fact: ${path}`);
    return String(value);
  });

/** Whether every cell of a table, apart from the names of rows, is a word or two. A phone shows such cells in pairs. */
function isBrief(tokens: Token[]): boolean {
  const end = tokens.findIndex(({ type }) => type === 'table_close');
  return tokens.slice(0, end).every(({ type }, index) => {
    const isFirst = tokens[index - 1]?.type === 'tr_open';
    return type !== 'td_open' || isFirst || (tokens[index + 1]?.content ?? '').length <= BRIEF;
  });
}

/** A cell with at most this many characters fits half the width of a phone. */
const BRIEF = 16;

/**
 * Code with at most this many characters fits on any line, so it is kept whole. By default, a browser may break an option or a
 * header after its hyphen.
 */
const WHOLE_CODE = 24;

/**
 * Keeps links in the language of the page and makes tables scrollable on their own, by keyboard too. Each cell carries its column
 * heading, which phones show above it, and a "no" is shown in a muted colour.
 */
function createMarkdown(prefix: string): MarkdownIt {
  const markdown = new MarkdownIt({ html: false, typographer: false });
  const { escapeHtml } = markdown.utils;
  markdown.renderer.rules['table_open'] = (tokens, index) =>
    `<section class="prose-table${isBrief(tokens.slice(index)) ? ' brief' : ''}" tabindex="0" aria-label="${escapeHtml(String(tokens[index]?.meta ?? ''))}"><table>`;
  markdown.renderer.rules['table_close'] = () => '</table></section>';
  markdown.renderer.rules['code_inline'] = (tokens, index) => {
    const code = tokens[index]?.content ?? '';
    const isBroken = code.includes('-') && code.length <= WHOLE_CODE;
    return `<code${isBroken ? ' class="whitespace-nowrap"' : ''}>${escapeHtml(code)}</code>`;
  };
  markdown.core.ruler.push('links-and-notes', ({ tokens }) => {
    let heads: string[] = [];
    let column = 0;
    tokens.forEach((token, index) => {
      if (token.type === 'table_open') heads = [];
      if (token.type === 'tr_open') column = 0;
      if (token.type === 'th_open') heads.push(tokens[index + 1]?.content ?? '');
      if (token.type === 'td_open') token.attrSet('data-head', heads[column++] ?? '');
      if (token.type === 'td_open' && tokens[index + 1]?.content === 'no') token.attrSet('class', 'text-muted');
      for (const child of token.children ?? []) {
        const href = child.type === 'link_open' ? child.attrGet('href') : null;
        // The path of a file, such as /openapi.json, is the same in every language.
        if (href?.startsWith('/') && !/^[^#]*\.\w+$/.test(href)) child.attrSet('href', `${prefix}${href}`);
      }
      if (token.type !== 'blockquote_open') return;
      const first = tokens[index + 2]?.children?.[0];
      const [mark, kind] = /^\[!(NOTE|WARNING)\]\s*/.exec(first?.content ?? '') ?? [];
      if (!first || !mark || !kind) return;
      token.attrSet('class', kind.toLowerCase());
      first.content = first.content.slice(mark.length);
    });
  });
  return markdown;
}
