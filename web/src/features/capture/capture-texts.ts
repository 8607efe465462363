import { use, useDeferredValue, useSyncExternalStore } from 'react';
import { textLoader } from '../../i18n/text-loader';
import type en from './texts/en.json';

/**
 * The texts of the camera and of the flow in the browser, in the language of the document. Not in the site's catalog, which has two
 * languages, because /open shows these parts too, in eight.
 */
export type CaptureTexts = typeof en;

const files = import.meta.glob<CaptureTexts>('./texts/*.json', { import: 'default' });

export const loadCaptureTexts = textLoader(files);

/** After a change of language, the previous texts stay until the new ones have loaded. */
export const useCaptureTexts = (): CaptureTexts => use(loadCaptureTexts(useDeferredValue(useDocumentLanguage())));

const useDocumentLanguage = (): string =>
  useSyncExternalStore((onChange) => {
    const observer = new MutationObserver(onChange);
    observer.observe(document.documentElement, { attributeFilter: ['lang'] });
    return () => observer.disconnect();
  }, documentLanguage);

function documentLanguage(): string {
  const { lang } = document.documentElement;
  return Object.hasOwn(files, `./texts/${lang}.json`) ? lang : 'en';
}
