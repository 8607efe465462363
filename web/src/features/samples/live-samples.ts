import { useEffect } from 'react';
import { credentials } from '../../api/credentials';
import { withServedAddresses } from '../../content/service';
import { storage } from '../../storage/storage';
import { selectTab } from '../../ui/code-controls';
import { writeCode } from '../../ui/highlight';
import { loadSample, type SampleLanguage, sampleLanguages } from './sample-languages';

// The language that a reader chooses at one sample applies to all samples, on this page and on later ones. Some languages are in
// the page from the start. The others are loaded when they are chosen.

const key = 'sample-language';

export function startSamples(): () => void {
  const stop = new AbortController();
  const onChoice = ({ target }: Event) => {
    const language = languageOf(target);
    if (!language || language === storage.get(key)) return;
    storage.set(key, language);
    keepingPlace(target as Element, () => showLanguage(language));
  };
  document.addEventListener('click', onChoice, { signal: stop.signal });
  document.addEventListener('tabselected', onChoice, { signal: stop.signal });
  refreshSamples();
  return () => stop.abort();
}

export function refreshSamples(): void {
  if (!document.querySelector('[data-code] [data-language]')) return;
  const language = sampleLanguages.find((known) => known.language === storage.get(key))?.language;
  if (language) showLanguage(language);
  if (credentials.isAuthenticated()) void fillPublicKey();
  else ownKey = undefined;
}

export function LiveSamples({ page }: { page: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other samples.
  useEffect(refreshSamples, [page]);
  return null;
}

function showLanguage(language: SampleLanguage): void {
  for (const tab of document.querySelectorAll(`[data-tab][data-language="${language}"]`)) {
    selectTab(tab);
    void fillPanel(tab, language);
  }
}

/** In the sample, this service's address replaces the published one. */
async function fillPanel(tab: Element, language: SampleLanguage): Promise<void> {
  const block = tab.closest<HTMLElement>('[data-code]');
  const panel = block?.querySelector(`[data-panel][data-language="${language}"]`);
  const sample = block?.dataset['sample'];
  if (!panel || !sample || panel.textContent) return;
  const code = await loadSample(language, sample);
  if (code && !panel.textContent) writeCode(panel, withPublicKey(withServedAddresses(code), ownKey));
}

let ownKey: string | undefined;

/** The secret is not filled in, because only its owner knows it. */
async function fillPublicKey(): Promise<void> {
  const { firstPublicKey } = await import('./own-public-key');
  ownKey ??= await firstPublicKey();
  if (!ownKey) return;
  for (const panel of document.querySelectorAll('[data-code][data-sample] [data-panel][data-language]')) {
    const code = panel.textContent ?? '';
    const filled = withPublicKey(code, ownKey);
    if (filled !== code) writeCode(panel, filled);
  }
}

/**
 * Replaces the variable for the public key in a sample with the reader's own key: `os.environ["SIGILL_PUBLIC_KEY"]` becomes
 * `"public-key-…"`, and `$SIGILL_PUBLIC_KEY` the bare key.
 */
function withPublicKey(code: string, publicKey: string | undefined): string {
  if (!publicKey) return code;
  return code
    .replace(/\b[\w.]+[([]"SIGILL_PUBLIC_KEY"[)\]]/g, `"${publicKey}"`)
    .replaceAll('$SIGILL_PUBLIC_KEY', publicKey)
    .replace(
      /new Sigill\((?:\{ ?(?!publicKey)([^}]*?) ?\})?\)/g,
      (_, options: string = '') => `new Sigill({ publicKey: '${publicKey}'${options && `, ${options}`} })`,
    );
}

/** Keeps the reader's position when samples above become longer or shorter. */
function keepingPlace(element: Element, change: () => void): void {
  const before = element.getBoundingClientRect().top;
  change();
  scrollBy({ top: element.getBoundingClientRect().top - before, behavior: 'instant' });
}

function languageOf(target: EventTarget | null): SampleLanguage | undefined {
  const tab = target instanceof Element ? target.closest<HTMLElement>('[data-tab][data-language]') : null;
  return sampleLanguages.find(({ language }) => language === tab?.dataset['language'])?.language;
}
