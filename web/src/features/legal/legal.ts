import type { Locale } from '../../i18n/locale';
import type { Document } from '../guides/document';

const folders = {
  en: import.meta.glob<Document>('../../content/legal/*.md', { import: 'default', query: '?en' }),
  es: import.meta.glob<Document>('../../content/legal/*.md', { import: 'default', query: '?es' }),
};

/** The headings of a legal text, in both languages. The text itself is in English. */
export type LegalFront = {
  title: Record<Locale, string>;
  introduction: Record<Locale, string>;
  effective: string;
};

export type LegalText = Document & { id: string; front: LegalFront };

export const loadLegalTexts = (names: string[], locale: Locale): Promise<LegalText[]> =>
  Promise.all(
    names.map(async (name) => {
      const text = await folders[locale][`../../content/legal/${name}.md`]?.();
      if (!text) throw new Error(`There is no legal text ${name}.`);
      return { ...text, id: name, front: text.front as LegalFront };
    }),
  );
