import { resources } from './reference';

const OTHER_PAGES = ['errors', 'events', 'headers', 'types'];

/**
 * The pages of the reference by other names that people type: a call (`session.create`), what calls are named after (`session`,
 * `bearer`), and other forms of a page's name (`payment_methods`, `error`).
 */
export const otherNames: ReadonlyMap<string, { page: string; hash?: string }> = listOtherNames();

function listOtherNames() {
  const pages = new Set([...resources.map(({ slug }) => slug), ...OTHER_PAGES]);
  const found = new Map<string, { page: string; hash?: string }>();
  const add = (name: string, page: string, hash?: string) => {
    if (!pages.has(name) && !found.has(name)) found.set(name, { page, ...(hash && { hash }) });
  };
  for (const page of pages) add(page.replace(/s$/, ''), page);
  for (const { slug, operations } of resources)
    for (const { operationId } of operations) {
      const [thing = ''] = operationId.split('.');
      add(operationId, slug, operationId);
      for (const name of [thing, `${thing}s`]) for (const form of [name, name.replaceAll('_', '-')]) add(form, slug);
    }
  for (const page of pages) add(page.replaceAll('-', '_'), page);
  return found;
}
