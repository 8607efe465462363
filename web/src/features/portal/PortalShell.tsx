import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { facts } from '../../content/facts';
import { LocaleLink } from '../navigation/LocaleLink';
import { InPortal } from '../page/Page';
import { LocaleSwitch, ThemeSwitch } from '../shell/SiteSwitches';
import { PortalNav } from './PortalNav';
import { Shortcuts } from './Shortcuts';

/** The frame around the portal's screens. Its space is reserved before it is `ready`, so that nothing moves. */
export function PortalShell({ ready, children }: { ready: boolean; children: ReactNode }) {
  return (
    <InPortal value>
      <div className="portal page grow">
        <div className="portal-rail">{ready && <PortalNav />}</div>
        <main id="main" tabIndex={-1} className="portal-screen flex flex-col pb-24 outline-none print:pb-0">
          {children}
        </main>
      </div>
      {ready && <PortalFooter />}
    </InPortal>
  );
}

const linkClass = 'inline-flex min-h-8 items-center text-sm text-muted hover:text-ink';

function PortalFooter() {
  const { t } = useLingui();
  const links = [
    ['/integration-guide', t`Documentation`],
    ['/status', t`Status`],
    ['/terms', t`Terms`],
    ['/privacy', t`Privacy`],
  ] as const;
  const { support_email, professional_network } = facts;
  return (
    <footer data-print="hidden" className="border-t border-hairline">
      <div className="page flex flex-wrap items-center gap-x-5 gap-y-2 py-4">
        <ul className="flex flex-wrap gap-x-4 sm:gap-x-5">
          {links.map(([to, text]) => (
            <li key={to}>
              <LocaleLink to={to} className={linkClass}>
                {text}
              </LocaleLink>
            </li>
          ))}
          <li>
            <a href={`mailto:${support_email}`} className={linkClass}>{t`Contact support`}</a>
          </li>
          <li>
            <a href={professional_network.url} className={linkClass}>
              {professional_network.name}
            </a>
          </li>
        </ul>
        {/* Outside the list: the dialog that it opens is also shown where the button is hidden. */}
        <Shortcuts className={`${linkClass} max-lg:hidden`} />
        <p className="text-xs text-muted">{facts.card_brands.join(' · ')}</p>
        <div className="flex flex-wrap items-center justify-between gap-x-5 max-sm:w-full sm:ms-auto">
          <LocaleSwitch />
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}
