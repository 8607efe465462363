import type { Locale } from '../../i18n/locale';
import type { Document } from './document';

const files = import.meta.glob<Document>('../../../../docs/guides/*.md', { import: 'default' });

/** A guide in a language. Its file is named after its page: `api-guide.md`, `api-guide.es.md`. */
export function loadGuide(name: string, locale: Locale): Promise<Document> {
  const load = files[`../../../../docs/guides/${name}${locale === 'en' ? '' : `.${locale}`}.md`];
  if (!load) throw new Error(`There is no guide ${name} in ${locale}.`);
  return load();
}
