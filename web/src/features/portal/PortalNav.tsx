import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { type PortalPage, portalPageOf, portalPages } from '../../content/portal-map';
import { localeOf, withLocale } from '../../i18n/locale';
import { useMayOpen } from '../app/may-open';
import { useNavigation } from '../navigation/navigation-context';
import { PortalIcon } from './PortalIcon';

/** The portal's pages: a rail beside the screen or, where it is narrow, a row of tabs above it that scrolls sideways. */
export function PortalNav() {
  const { t } = useLingui();
  const { pathname } = useNavigation();
  const path = withLocale(pathname, 'en');
  const current = portalPageOf(path);
  const mayOpen = useMayOpen();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => showCurrent(list.current, current?.path), [current?.path]);
  return (
    <nav aria-label={t`Portal`} data-print="hidden" className="portal-nav">
      <ul
        ref={list}
        className="flex gap-x-6 overflow-x-auto px-(--gutter) [scrollbar-width:none] lg:flex-col lg:gap-y-0.5 lg:overflow-visible lg:px-0"
      >
        {portalPages
          .filter(({ path }) => mayOpen(path))
          .map((page) => (
            <li key={page.path} className="shrink-0">
              <PageLink page={page} href={withLocale(page.path, localeOf(pathname))} current={currentOf(page, path)} />
            </li>
          ))}
      </ul>
    </nav>
  );
}

/** `page` for the page itself, `true` for the parent of the current page. */
function currentOf(page: PortalPage, path: string): 'page' | 'true' | undefined {
  if (page.path === path) return 'page';
  return portalPageOf(path) === page ? 'true' : undefined;
}

function PageLink({ page, href, current }: { page: PortalPage; href: string; current: 'page' | 'true' | undefined }) {
  const { i18n } = useLingui();
  return (
    <a
      href={href}
      aria-current={current}
      className="flex min-h-11 items-center gap-2.5 text-sm whitespace-nowrap text-muted hover:text-ink aria-[current]:text-ink aria-[current]:shadow-[inset_0_-2px_var(--accent)] lg:min-h-9 lg:rounded-md lg:px-3 lg:hover:bg-sunken lg:aria-[current]:bg-accent-wash lg:aria-[current]:text-accent lg:aria-[current]:shadow-none"
    >
      <PortalIcon name={page.icon} className="size-4.5 max-lg:hidden" />
      {i18n._(page.title)}
    </a>
  );
}

/** Scrolls the row of tabs, and nothing else, to centre the current one. */
function showCurrent(list: HTMLElement | null, path: string | undefined) {
  const link = path && list?.querySelector<HTMLElement>('[aria-current]');
  if (!list || !link) return;
  const row = list.getBoundingClientRect();
  const { left, width } = link.getBoundingClientRect();
  list.scrollLeft += left + width / 2 - (row.left + row.width / 2);
}
