import { fetchFile } from '../../api/service-files';
import type { Locale } from '../../i18n/locale';
import type { Entry } from './find-entries';
import { contextOf, findSections, loadIndex } from './search-words';

// The texts of guides, reference and pages, as indexed by web/generator/search.ts. The index is loaded with the first search; the text
// of a page is loaded when something is found in it, to show the words around it.

const readIndex = reader(loadIndex);
const readTexts = reader((json) => JSON.parse(json) as string[]);

/** Reads each file once. If that fails, the result is undefined, and the next search tries again. */
function reader<Content>(parse: (text: string) => Content): (path: `/${string}`) => Promise<Content | undefined> {
  const files = new Map<string, Promise<Content>>();
  return (path) => {
    const pending = files.get(path) ?? fetchFile(path).then(async (response) => parse(await response.text()));
    files.set(path, pending);
    return pending.catch(() => {
      files.delete(path);
      return undefined;
    });
  };
}

/** Best first. Empty when the index can't be loaded. */
export async function findInDocumentation(text: string, locale: Locale): Promise<Entry[]> {
  const index = await readIndex(`/search/${locale}.json`);
  if (!index) return [];
  return Promise.all(
    findSections(index, text).map(async ({ id, title, page, path, hash, terms }) => {
      const [pageNumber, section] = String(id).split('.').map(Number);
      const texts = await readTexts(`/search/${locale}-${pageNumber}.json`);
      return {
        kind: 'text' as const,
        title,
        ...(page !== title && { detail: page }),
        path,
        ...(hash && { hash }),
        context: contextOf(texts?.[section ?? 0] ?? '', terms),
      };
    }),
  );
}
