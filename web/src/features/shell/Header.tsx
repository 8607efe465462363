import { Trans, useLingui } from '@lingui/react/macro';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useAuthenticated } from '../../api/credentials';
import { facts } from '../../content/facts';
import { currentOf } from '../../content/portal-map';
import { accountPages, productPages } from '../../content/site-map';
import { withLocale } from '../../i18n/locale';
import { Drawer } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { Seal } from '../../ui/Seal';
import { useMayOpen } from '../app/may-open';
import { ButtonLink, LocaleLink } from '../navigation/LocaleLink';
import { useNavigation } from '../navigation/navigation-context';
import { AccountButton, DrawerAccount } from './AccountButton';
import { PaletteButton } from './PaletteButton';
import { LocaleSwitch, ThemeSwitch } from './SiteSwitches';

export function Header() {
  const { t, i18n } = useLingui();
  const bar = useRef<HTMLElement>(null);
  const hidden = useHiddenOnScroll(bar);
  const authenticated = useAuthenticated();
  const [open, setOpen] = useState(false);
  const mayOpen = useMayOpen();
  const { pathname } = useNavigation();
  const here = withLocale(pathname, 'en');
  const pages = authenticated ? accountPages.filter(({ path }) => mayOpen(path)) : productPages;
  // These pages have a single task, so their header links neither to the page itself nor to the product pages, which the footer
  // lists.
  const hasOneTask = /^\/sign-(in|up)$/.test(here);
  const close = () => setOpen(false);
  return (
    <header
      ref={bar}
      data-print="hidden"
      className={`sticky top-0 z-20 border-b border-hairline bg-paper transition-transform duration-200 ${hidden ? '-translate-y-full' : ''}`}
    >
      <div className="page flex h-18 items-center gap-4 xl:gap-6">
        <LocaleLink to="/" className="flex items-center gap-2.5 text-ink hover:text-accent">
          <Seal className="size-9 text-accent" />
          <span className="display text-xl">{facts.product}</span>
        </LocaleLink>
        {!hasOneTask && (
          <nav aria-label={t`Main`} className="hidden grow justify-center lg:flex">
            <ul className="flex gap-4 xl:gap-6">
              {pages.map((page) => (
                <li key={page.path}>
                  <LocaleLink to={page.path} aria-current={currentOf(page, here)} className={linkClass}>
                    {i18n._(page.title)}
                  </LocaleLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className="ms-auto flex items-center gap-4 lg:gap-3 xl:gap-4">
          <PaletteButton />
          {authenticated ? (
            <AccountButton />
          ) : (
            <>
              {here !== '/sign-in' && (
                <LocaleLink to="/sign-in" className={`${linkClass} max-lg:hidden`}>{t`Sign in`}</LocaleLink>
              )}
              {here !== '/sign-up' && (
                <ButtonLink to="/sign-up" size="small" className="max-[23rem]:hidden">{t`Start for free`}</ButtonLink>
              )}
            </>
          )}
          <button
            type="button"
            onClick={() => setOpen(true)}
            aria-label={t`Menu`}
            aria-haspopup="dialog"
            className="-me-3 grid size-11 place-items-center rounded-md hover:text-accent lg:hidden"
          >
            <Icon name="menu" className="size-6" />
          </button>
        </div>
      </div>
      <Drawer open={open} onClose={close} title={t`Menu`}>
        {authenticated && open && <DrawerAccount />}
        <nav aria-label={t`Main`} className="grow">
          <ul className="divide-y divide-hairline border-y border-hairline">
            {pages.map((page) => (
              <li key={page.path}>
                <LocaleLink
                  to={page.path}
                  onClick={close}
                  className="display flex min-h-14 items-center text-xl hover:text-accent aria-[current=page]:text-accent"
                >
                  {i18n._(page.title)}
                </LocaleLink>
              </li>
            ))}
          </ul>
          {authenticated ? (
            <ul className="mt-6 flex flex-wrap gap-x-8 gap-y-2">
              <li>
                <LocaleLink to="/integration-guide" onClick={close} className={drawerLinkClass}>
                  <Trans>Documentation</Trans>
                </LocaleLink>
              </li>
              <li>
                <LocaleLink to="/sign-out" onClick={close} className={drawerLinkClass}>{t`Sign out`}</LocaleLink>
              </li>
            </ul>
          ) : (
            <div className="mt-6 flex flex-col gap-3">
              <ButtonLink to="/sign-up" onClick={close}>{t`Start for free`}</ButtonLink>
              <ButtonLink to="/sign-in" onClick={close} variant="secondary">{t`Sign in`}</ButtonLink>
            </div>
          )}
        </nav>
        <div className="mt-8 flex flex-wrap items-center justify-between gap-4">
          <LocaleSwitch />
          <ThemeSwitch />
        </div>
      </Drawer>
    </header>
  );
}

const drawerLinkClass = 'inline-flex min-h-11 items-center text-muted hover:text-accent';
const linkClass =
  'inline-flex min-h-10 items-center text-sm text-muted hover:text-ink aria-[current]:text-ink aria-[current]:shadow-[inset_0_-2px_var(--accent)]';

const threshold_px = 50;
const throttle_ms = 250;

function useHiddenOnScroll(bar: RefObject<HTMLElement | null>): boolean {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
    let turningPoint = scrollY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      timer = undefined;
      const position = Math.max(0, scrollY);
      if (position <= threshold_px || position < turningPoint) {
        turningPoint = position;
        setHidden(false);
      } else if (position - turningPoint > threshold_px) {
        turningPoint = position;
        setHidden(!reducedMotion.matches && !bar.current?.contains(document.activeElement));
      }
    };
    const onScroll = () => {
      timer ??= setTimeout(update, throttle_ms);
    };
    const stop = new AbortController();
    addEventListener('scroll', onScroll, { signal: stop.signal, passive: true });
    bar.current?.addEventListener('focusin', () => setHidden(false), { signal: stop.signal });
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [bar]);
  return hidden;
}
