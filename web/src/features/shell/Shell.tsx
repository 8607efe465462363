import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { type ComponentType, type ReactNode, useLayoutEffect } from 'react';
import { ConsentBanner } from '../consent/ConsentBanner';
import { type Navigation, NavigationProvider, useNavigation } from '../navigation/navigation-context';
import { useAuthenticationChanges } from './authentication-changes';
import { followLinks } from './follow-links';
import { Header } from './Header';

type Props = { portal?: boolean; children: ReactNode };

export function Shell({ portal = false, children }: Props) {
  const { go, prepare } = useNavigation();
  // Starts before the first paint: a visible link must not load a new document, because the session lists in memory would be lost.
  useLayoutEffect(() => followLinks({ go, prepare }), [go, prepare]);
  useAuthenticationChanges();
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:start-3 focus:z-50 focus:bg-raised focus:px-4 focus:py-3"
      >
        <Trans>Skip to content</Trans>
      </a>
      <div data-portal={portal ? '' : undefined} className="flex min-h-dvh flex-col">
        <Header />
        {children}
      </div>
      <ConsentBanner />
    </>
  );
}

export const SiteFrame = ({ end: End, children }: { end: ComponentType | undefined; children: ReactNode }) => (
  <>
    {/* The footer is always below the first screenful, so that it does not move in sight while a screen loads. */}
    <main
      id="main"
      tabIndex={-1}
      className="flex min-h-[calc(100dvh-4.5rem)] grow flex-col pb-24 outline-none print:min-h-0 print:pb-0"
    >
      {children}
    </main>
    {End && <End />}
  </>
);

export const Providers = ({ navigation, children }: { navigation: Navigation; children: ReactNode }) => (
  <I18nProvider i18n={i18n}>
    <NavigationProvider value={navigation}>{children}</NavigationProvider>
  </I18nProvider>
);
