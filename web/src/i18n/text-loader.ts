/** Loads a file of texts, `./texts/LANGUAGE.json`, once. If that fails, the next call tries again. */
export function textLoader<Texts>(files: Record<string, () => Promise<Texts>>): (language: string) => Promise<Texts> {
  const loaded = new Map<string, Promise<Texts>>();
  return (language) => {
    const texts = loaded.get(language) ?? files[`./texts/${language}.json`]!();
    loaded.set(language, texts);
    texts.catch(() => loaded.delete(language));
    return texts;
  };
}
