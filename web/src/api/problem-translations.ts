/** The service's refusals in the language of the page. They are loaded with the first refusal: few screens ever show one. */
type Texts = typeof import('./problem-texts');

let loaded: Texts | undefined;

export const problemTranslations = (): Texts | undefined => loaded;

/** Call it when the service has refused, before anybody is told. What cannot be loaded is shown in the service's own words. */
export async function loadProblemTranslations(): Promise<void> {
  if (loaded) return;
  try {
    loaded = await import('./problem-texts');
  } catch {}
}
