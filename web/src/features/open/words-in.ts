import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Language } from '../../i18n/languages';
import { loadTexts } from './languages';

/** The words of /open in the language of the people who will see them, which may differ from the portal's. */
export const wordsIn = (language: Language) =>
  queryOptions({
    queryKey: ['words of /open', language],
    queryFn: async () => ({ language, t: await loadTexts(language) }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
