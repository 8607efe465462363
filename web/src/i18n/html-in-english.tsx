import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

export function htmlInEnglish(component: ReactNode): string {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  return renderToStaticMarkup(<I18nProvider i18n={i18n}>{component}</I18nProvider>);
}
