import { createContext, Fragment, type ReactNode, useContext } from 'react';
import type { Language } from '../../i18n/languages';
import type { OpenTexts } from './languages';

type OpenLanguage = { language: Language; t: OpenTexts };

export const WordsContext = createContext<OpenLanguage | undefined>(undefined);

export function useWords(): OpenLanguage {
  const words = useContext(WordsContext);
  if (!words) throw new Error('No language has been chosen');
  return words;
}

/** A text with its placeholders filled in. A name may run in the opposite direction to the sentence around it. */
export const filled = (text: string, values: Record<string, ReactNode>): ReactNode =>
  text.split(/\{(\w+)\}/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence, which keep their order.
    <Fragment key={index}>{index % 2 === 0 ? part : <bdi>{values[part]}</bdi>}</Fragment>
  ));
