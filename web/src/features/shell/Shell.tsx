import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect } from 'react';
import { startBehaviours } from '../../ui/behaviours';
import { ConsentBanner } from '../consent/ConsentBanner';
import { useNavigation } from '../navigation/navigation-context';
import { startSamples } from '../samples/live-samples';
import { startTryIt } from '../try-it/start-try-it';
import { useAuthenticationChanges } from './authentication-changes';
import { Footer } from './Footer';
import { followLinks } from './follow-links';
import { Header } from './Header';

type Props = {
  /** What is between the header and the end of the page, instead of the frame of the public pages. */
  frame?: ReactNode;
  children?: ReactNode;
};

export function Shell({ frame, children }: Props) {
  const { go, prepare } = useNavigation();
  useEffect(() => followLinks({ go, prepare }), [go, prepare]);
  useEffect(startBehaviours, []);
  useEffect(startSamples, []);
  useEffect(startTryIt, []);
  useAuthenticationChanges();
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:start-3 focus:z-50 focus:bg-raised focus:px-4 focus:py-3"
      >
        <Trans>Skip to content</Trans>
      </a>
      <div data-portal={frame ? '' : undefined} className="flex min-h-dvh flex-col">
        <Header />
        {frame ?? <SiteFrame>{children}</SiteFrame>}
      </div>
      <ConsentBanner />
    </>
  );
}

const SiteFrame = ({ children }: { children: ReactNode }) => (
  <>
    {/* The footer begins below the first window height, so that it does not move within it while a screen loads. */}
    <main
      id="main"
      tabIndex={-1}
      className="flex min-h-[calc(100dvh-4.5rem)] grow flex-col pb-24 outline-none print:min-h-0 print:pb-0"
    >
      {children}
    </main>
    <Footer />
  </>
);
