/** The service's errors in the language of the page. Loaded with the first error, since few screens ever show one. */
type Texts = typeof import('./problem-texts');

let loaded: Texts | undefined;

export const problemTranslations = (): Texts | undefined => loaded;

/** Call this after an error, before showing it. If the translations can't be loaded, the service's own words are shown. */
export async function loadProblemTranslations(): Promise<void> {
  if (loaded) return;
  try {
    loaded = await import('./problem-texts');
  } catch {}
}
