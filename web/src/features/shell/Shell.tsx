import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect } from 'react';
import { ConsentBanner } from '../consent/ConsentBanner';
import { useNavigation } from '../navigation/navigation-context';
import { useAuthenticationChanges } from './authentication-changes';
import { followLinks } from './follow-links';
import { Header } from './Header';

type Props = {
  /** Whether it surrounds screens of the portal. */
  portal?: boolean;
  /** Everything between the header and the end of the page. */
  children: ReactNode;
};

export function Shell({ portal = false, children }: Props) {
  const { go, prepare } = useNavigation();
  useEffect(() => followLinks({ go, prepare }), [go, prepare]);
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
