import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { type Navigation, NavigationProvider } from '../navigation/navigation-context';

/** The contexts of every page: its language, and the navigation to other pages. */
export const Providers = ({ navigation, children }: { navigation: Navigation; children: ReactNode }) => (
  <I18nProvider i18n={i18n}>
    <NavigationProvider value={navigation}>{children}</NavigationProvider>
  </I18nProvider>
);
