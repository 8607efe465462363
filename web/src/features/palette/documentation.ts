import { fetchFile } from '../../api/service-files';
import type { Locale } from '../../i18n/locale';
import type { Entry } from './find-entries';
import { contextOf, findSections, loadIndex } from './search-words';

// The texts of guides, reference and pages, as indexed by web/generator/search.ts. The index is loaded with the first search; the text
// of a page is loaded when something is found in it, to show the words around it.

const indexes = new Map<Locale, Promise<ReturnType<typeof loadIndex>>>();
const texts = new Map<string, Promise<string[]>>();

const read = async (path: `/${string}`): Promise<string> => (await fetchFile(path)).text();

/** The passages that match a text, best first. Empty when the index can't be loaded. */
export async function findInDocumentation(text: string, locale: Locale): Promise<Entry[]> {
  const pending = indexes.get(locale) ?? read(`/search/${locale}.json`).then(loadIndex);
  indexes.set(locale, pending);
  const index = await pending.catch(() => {
    indexes.delete(locale);
    return undefined;
  });
  if (!index) return [];
  return Promise.all(
    findSections(index, text).map(async ({ id, title, page, path, hash, terms }) => {
      const [pageNumber, section] = String(id).split('.').map(Number);
      return {
        kind: 'text' as const,
        title,
        ...(page !== title && { detail: page }),
        path,
        ...(hash && { hash }),
        context: contextOf((await textsOf(pageNumber ?? 0, locale))[section ?? 0] ?? '', terms),
      };
    }),
  );
}

function textsOf(page: number, locale: Locale): Promise<string[]> {
  const path = `/search/${locale}-${page}.json` as const;
  const pending = texts.get(path) ?? read(path).then((json) => JSON.parse(json) as string[]);
  texts.set(path, pending);
  return pending.catch(() => {
    texts.delete(path);
    return [];
  });
}
