import { useLingui } from '@lingui/react/macro';
import type { MouseEvent } from 'react';
import { type Locale, localeNames, localeOf, locales, withLocale } from '../../i18n/locale';
import { useNavigation } from '../navigation/navigation-context';
import { isPlainClick } from './follow-links';

/** Links to the same page in the other languages. The query, the scroll position and what was typed are kept. */
export function LocaleSwitch({ className = '' }: { className?: string }) {
  const { t } = useLingui();
  const { pathname, go } = useNavigation();
  const switchTo = (locale: Locale) => (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    const { search, hash } = location;
    go(withLocale(pathname, locale) + search + hash, { replace: true, samePage: true });
  };
  return (
    <nav aria-label={t`Language`} className={className}>
      <ul className="flex gap-4 text-sm">
        {locales.map((locale) => (
          <li key={locale}>
            <a
              href={withLocale(pathname, locale)}
              onClick={switchTo(locale)}
              lang={locale}
              hrefLang={locale}
              aria-current={locale === localeOf(pathname) ? 'page' : undefined}
              className="inline-flex min-h-8 items-center text-muted hover:text-ink aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_-2px_var(--accent)]"
            >
              {localeNames[locale]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
