import { loadLater } from '../api/later';

/** Loads a file of texts, `./texts/LANGUAGE.json`, once. */
export function textLoader<Texts>(files: Record<string, () => Promise<Texts>>) {
  const loaded = new Map<string, Promise<Texts>>();
  return (language: string, options?: Parameters<typeof loadLater>[1]): Promise<Texts> => {
    const texts = loaded.get(language) ?? loadLater(files[`./texts/${language}.json`]!, options);
    loaded.set(language, texts);
    return texts;
  };
}
