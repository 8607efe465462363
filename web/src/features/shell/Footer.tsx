import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { facts } from '../../content/facts';
import { developerPages, legalPages, type Page, productPages, servicePages } from '../../content/site-map';
import { Microtext } from '../../ui/Microtext';
import { Seal } from '../../ui/Seal';
import { LocaleLink } from '../navigation/LocaleLink';
import { LocaleSwitch, ThemeSwitch } from './SiteSwitches';

export function Footer() {
  const { t } = useLingui();
  return (
    <footer data-print="hidden" className="overflow-hidden bg-sunken">
      <Microtext text={`${facts.product} ${t`identity read from the chip`}`} />
      <div className="page grid grid-cols-2 gap-x-6 gap-y-10 py-14 sm:gap-x-10 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <div className="space-y-4 max-sm:col-span-full">
          <p className="flex items-center gap-2.5">
            <Seal className="size-9 text-accent" />
            <span className="display text-xl">{facts.product}</span>
          </p>
          <p className="max-w-72 text-sm text-muted">
            <Trans>Verifies biometric passports and ID cards by reading the chip that the issuing state signed.</Trans>
          </p>
          <ul aria-label={t`Cards accepted`} className="flex flex-wrap gap-2">
            {facts.card_brands.map((brand) => (
              <li key={brand}>
                <CardBrand brand={brand} />
              </li>
            ))}
          </ul>
        </div>
        <LinkList title={t`Product`} pages={productPages} />
        <LinkList title={t`Developers`} pages={[...developerPages, ...servicePages]} />
        <LinkList title={t`Company`} pages={legalPages}>
          <li>
            <a href={`mailto:${facts.support_email}`} className={linkClass}>{t`Contact support`}</a>
          </li>
          <li>
            <a href={facts.professional_network.url} rel="noopener noreferrer" className={linkClass}>
              {facts.professional_network.name}
            </a>
          </li>
        </LinkList>
      </div>
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-hairline py-6">
        <LocaleSwitch />
        <ThemeSwitch />
      </div>
    </footer>
  );
}

const linkClass = 'inline-flex min-h-8 items-center text-sm text-ink hover:text-accent hover:underline';

function LinkList({ title, pages, children }: { title: string; pages: Page[]; children?: ReactNode }) {
  const { i18n } = useLingui();
  return (
    <nav aria-label={title}>
      <p className="caps mb-3">{title}</p>
      <ul className="space-y-1">
        {pages.map(({ path, title }) => (
          <li key={path}>
            <LocaleLink to={path} className={linkClass}>
              {i18n._(title)}
            </LocaleLink>
          </li>
        ))}
        {children}
      </ul>
    </nav>
  );
}

/** A plain card with the brand's name instead of its logo. */
function CardBrand({ brand }: { brand: string }) {
  return (
    <span className="inline-flex h-8 items-center gap-2 rounded-sm border border-edge px-2 text-xs text-muted">
      <svg viewBox="0 0 20 14" aria-hidden="true" className="h-3" fill="none" stroke="currentColor" strokeWidth="1.2">
        <rect x="0.6" y="0.6" width="18.8" height="12.8" rx="2" />
        <path d="M0.6 4.6H19.4M3 9.8H7" />
      </svg>
      {brand}
    </span>
  );
}
