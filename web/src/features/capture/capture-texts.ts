import { use, useSyncExternalStore } from 'react';
import { isLanguage, type Language, loaderOf } from '../../i18n/languages';
import type en from './texts/en.json';

/**
 * The texts of the camera and of the flow in the browser. They are files like those of /open, since both /open, with its eight languages,
 * and the site show these parts. They follow the language of the document.
 */
export type CaptureTexts = typeof en;

export const loadCaptureTexts = loaderOf(import.meta.glob<CaptureTexts>('./texts/*.json', { import: 'default' }));

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
  return isLanguage(lang) ? lang : 'en';
}
