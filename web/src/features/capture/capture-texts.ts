import { use, useSyncExternalStore } from 'react';
import type { Language } from '../open/languages';
import type en from './texts/en.json';

/**
 * The texts of the camera and of the flow in the browser. They are files like those of /open, since both /open, with its eight languages,
 * and the site show these parts. They follow the language of the document.
 */
export type CaptureTexts = typeof en;

const modules: Record<Language, () => Promise<{ default: CaptureTexts }>> = {
  en: () => import('./texts/en.json'),
  es: () => import('./texts/es.json'),
  sv: () => import('./texts/sv.json'),
  de: () => import('./texts/de.json'),
  fr: () => import('./texts/fr.json'),
  pl: () => import('./texts/pl.json'),
  pt: () => import('./texts/pt.json'),
  ar: () => import('./texts/ar.json'),
};

const loaded = new Map<Language, Promise<CaptureTexts>>();

export function loadCaptureTexts(language: Language): Promise<CaptureTexts> {
  const known = loaded.get(language) ?? modules[language]().then((module) => module.default);
  loaded.set(language, known);
  // A file that could not be fetched is asked for again.
  known.catch(() => loaded.delete(language));
  return known;
}

/** Suspends until the texts are there. */
export const useCaptureTexts = (): CaptureTexts => use(loadCaptureTexts(useDocumentLanguage()));

const useDocumentLanguage = (): Language =>
  useSyncExternalStore((onChange) => {
    const observer = new MutationObserver(onChange);
    observer.observe(document.documentElement, { attributeFilter: ['lang'] });
    return () => observer.disconnect();
  }, documentLanguage);

function documentLanguage(): Language {
  const { lang } = document.documentElement;
  return Object.hasOwn(modules, lang) ? (lang as Language) : 'en';
}
