/** What a reader of Markdown would stumble over, found in the text as a parser sees it. */
import MarkdownIt, { type Token } from 'markdown-it';

const markdown = new MarkdownIt({ html: true });

export function markdownFaults(text: string): string[] {
  return markdown.parse(text, {}).flatMap(({ type, content, children }) => {
    if (type === 'html_block') return [`HTML: ${content.slice(0, 80)}`];
    return (children ?? []).flatMap((token, at, all) => faultsOf(token, all[at + 1]));
  });
}

function faultsOf(token: Token, next: Token | undefined): string[] {
  const { type, content } = token;
  const faults: string[] = [];
  if (type === 'html_inline') faults.push(`HTML: ${content}`);
  if (type === 'code_inline' && content.includes('``')) faults.push(`two spans read as one: ${content}`);
  if (type === 'text' && /\*\*|\]\(|`/.test(content)) faults.push(`markup read as text: ${content}`);
  if (type === 'link_open' && !/^(https?|mailto):/.test(token.attrGet('href') ?? ''))
    faults.push(`a link that is not absolute: ${token.attrGet('href')}`);
  if (type === 'link_open' && next?.type === 'link_close')
    faults.push(`a link without words: ${token.attrGet('href')}`);
  const begins = next && /^(code_inline|(strong|em|link)_open)$/.test(next.type);
  const ends = /^(code_inline|(strong|em|link)_close)$/.test(type);
  const isGlued =
    (ends && begins) ||
    (ends && next?.type === 'text' && /^[\p{L}\p{N}]/u.test(next.content)) ||
    (begins && type === 'text' && /[\p{L}\p{N}]$/u.test(content));
  if (isGlued) faults.push(`glued: ${content.slice(-40)}|${next?.content.slice(0, 40)}`);
  return faults;
}
