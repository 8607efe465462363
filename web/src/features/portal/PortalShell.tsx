import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { facts } from '../../content/facts';
import { currentOf, type PortalIconName, type PortalPage, portalPageOf, portalPages } from '../../content/portal-map';
import { accountPages, productPages } from '../../content/site-map';
import { localeOf, withLocale } from '../../i18n/locale';
import { useMayOpen } from '../app/may-open';
import { LocaleLink } from '../navigation/LocaleLink';
import { useNavigation } from '../navigation/navigation-context';
import { showCurrent } from '../navigation/show-current';
import { InPortal } from '../page/Page';
import { LocaleSwitch, ThemeSwitch } from '../shell/SiteSwitches';
import { Shortcuts } from './Shortcuts';

/** Reserves the space of the shell before it is `ready`, so that nothing moves. */
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
  const { t, i18n } = useLingui();
  const links = [
    ...productPages.map(({ path, title }) => [path, i18n._(title)] as const),
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
        {/* Outside the list, because its dialog also opens where the button is hidden. */}
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

const inHeader = ({ path }: PortalPage) => accountPages.some((page) => page.path === path);

/** The rail leaves out pages that the header already links to, unless the user's role may open no others. */
function PortalNav() {
  const { t } = useLingui();
  const { pathname } = useNavigation();
  const path = withLocale(pathname, 'en');
  const current = portalPageOf(path);
  const mayOpen = useMayOpen();
  const list = useRef<HTMLUListElement>(null);
  const pages = portalPages.filter(({ path }) => mayOpen(path));
  const divided = !pages.every(inHeader);
  useEffect(() => {
    if (current) showCurrent(list.current);
  }, [current]);
  return (
    <nav aria-label={t`Portal`} data-print="hidden" className="portal-nav">
      <ul
        ref={list}
        className="flex gap-x-6 overflow-x-auto px-(--gutter) [scrollbar-width:none] lg:flex-col lg:gap-y-0.5 lg:overflow-visible lg:px-0"
      >
        {pages.map((page) => (
          <li key={page.path} className={`shrink-0 ${divided && inHeader(page) ? 'lg:hidden' : ''}`}>
            <PageLink page={page} href={withLocale(page.path, localeOf(pathname))} current={currentOf(page, path)} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function PageLink({ page, href, current }: { page: PortalPage; href: string; current: ReturnType<typeof currentOf> }) {
  const { i18n } = useLingui();
  return (
    <a
      href={href}
      aria-current={current}
      className="flex min-h-11 items-center gap-2.5 text-sm whitespace-nowrap text-muted hover:text-ink aria-[current]:text-ink aria-[current]:shadow-[inset_0_-2px_var(--accent)] lg:min-h-9 lg:rounded-md lg:px-3 lg:hover:bg-sunken lg:aria-[current]:bg-accent-wash lg:aria-[current]:text-accent lg:aria-[current]:shadow-none"
    >
      <PortalIcon name={page.icon} />
      {i18n._(page.title)}
    </a>
  );
}

const paths: Record<PortalIconName, string> = {
  overview: 'M4.5 19.5V12M9.5 19.5V5M14.5 19.5v-5M19.5 19.5V8.5',
  sessions: 'M5 3.5h14v17H5zM5 15h14M12 6.2a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2M8 17.8h8',
  callbacks: 'M3.5 12h10M10 8l4 4-4 4M12 4.5h8.5v15H12',
  keys: 'M8 8.5a4 4 0 1 1 0 7 4 4 0 0 1 0-7M11.2 12h9.3v3.5M17 12v2.5',
  requests: 'M3.5 5h17v14h-17zM7 10l2.5 2.2L7 14.5M12 14.5h5',
  team: 'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7M2.5 19.5c.6-3.3 3-5 6.5-5s5.9 1.7 6.5 5M15.5 5.4a3.5 3.5 0 0 1 0 6.2M18 15c2 .8 3.1 2.3 3.5 4.5',
  audit: 'M6 3.5h12v17l-2-1.5-2 1.5-2-1.5-2 1.5-2-1.5-2 1.5zM9 8h6M9 12h6',
  billing: 'M3 6h18v12.5H3zM3 10h18M6.5 15h4',
};

/** Not in ui/Icon, which visitors load too. */
const PortalIcon = ({ name }: { name: PortalIconName }) => (
  <svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    className="size-4.5 shrink-0 max-lg:hidden"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={paths[name]} />
  </svg>
);
