/** llms.txt (llmstxt.org): the site's readable pages, listed for programs that answer questions about it. */
export type ReadablePage = { path: string; title: string; description: string; markdown: string };

export const markdownPath = (path: string): string => `${path === '/' ? '/index' : path}.md`;

const sections: [title: string, belongs: (path: string) => boolean][] = [
  ['Guides', (path) => path.endsWith('-guide') || path === '/developer' || path === '/changelog'],
  ['API reference', (path) => path.startsWith('/api-reference')],
  ['Product', () => true],
];

/** A page of the reference is listed with all its calls, because its description names only the first of them. */
function about({ description, markdown }: ReadablePage): string {
  const calls = [...markdown.matchAll(/^`POST \/api\/v1\/([\w.]+)`$/gm)].map(([, call]) => call);
  return calls.length > 0 ? calls.join(', ') : description;
}

export function llmsOf(
  origin: string,
  { product, summary }: { product: string; summary: string },
  pages: ReadablePage[],
) {
  const left = new Set(pages);
  const listed = sections.map(([title, belongs]) => {
    const own = [...left].filter(({ path }) => belongs(path));
    for (const page of own) left.delete(page);
    return { title, pages: own };
  });
  const links = listed.map(
    ({ title, pages }) =>
      `## ${title}\n\n${pages
        .map((page) => `- [${page.title}](${origin}${markdownPath(page.path)}): ${about(page)}`)
        .join('\n')}`,
  );
  const head = `# ${product}\n\n> ${summary}\n\nEvery page is also available as Markdown: add \`.md\` to its address. Addresses in Spanish begin with \`/es\`.`;
  const machines = `## For programs\n\n- [OpenAPI as JSON](${origin}/openapi.json): the contract of the API\n- [OpenAPI as YAML](${origin}/openapi.yaml): the same\n- [Postman collection](${origin}/postman_collection.json): every call, ready to send`;
  const technical = listed.filter(({ title }) => title !== 'Product').flatMap(({ pages }) => pages);
  return {
    'llms.txt': `${[head, ...links, machines].join('\n\n')}\n`,
    'llms-full.txt': `${[head, ...technical.map(({ markdown }) => markdown.trim())].join('\n\n---\n\n')}\n`,
  };
}
