import { useLingui } from '@lingui/react';
import type { Locale } from '../../i18n/locale';

/** The language of the page, for content that is not a message. */
export const usePageLocale = (): Locale => (useLingui().i18n.locale === 'es' ? 'es' : 'en');
