import { useLingui } from '@lingui/react/macro';
import { type MouseEvent, useId } from 'react';
import { type Locale, localeNames, localeOf, locales, withLocale } from '../../i18n/locale';
import { setTheme, type Theme, themes, useTheme } from '../../storage/theme';
import { Icon, type IconName } from '../../ui/Icon';
import { useNavigation } from '../navigation/navigation-context';
import { isPlainClick } from './follow-links';

/** Keeps the query, the scroll position and what was typed. */
export function LocaleSwitch() {
  const { t } = useLingui();
  const { pathname, go } = useNavigation();
  const switchTo = (locale: Locale) => (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    const { search, hash } = location;
    go(withLocale(pathname, locale) + search + hash, { replace: true, samePage: true });
  };
  return (
    <nav aria-label={t`Language`}>
      <ul className="flex gap-4 text-sm">
        {locales.map((locale) => (
          <li key={locale}>
            <a
              // Set here, because one document may serve many addresses, and hydration leaves attributes as the build wrote them.
              ref={(link) => link?.setAttribute('href', withLocale(pathname, locale))}
              suppressHydrationWarning
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

const icons: Record<Theme, IconName> = { system: 'system', light: 'sun', dark: 'moon' };

export function ThemeSwitch() {
  const { t } = useLingui();
  const name = useId();
  const theme = useTheme();
  const words = useThemeWords();
  return (
    <fieldset className="flex w-fit rounded-md border border-edge p-0.5">
      <legend className="sr-only">{t`Theme`}</legend>
      {themes.map((option) => (
        <label
          key={option}
          title={words[option]}
          className="grid size-8 cursor-pointer place-items-center rounded-sm text-muted hover:text-ink has-checked:bg-accent-wash has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            checked={theme === option}
            onChange={() => setTheme(option)}
            className="sr-only"
          />
          <span className="sr-only">{words[option]}</span>
          <Icon name={icons[option]} className="size-4" />
        </label>
      ))}
    </fieldset>
  );
}

export function useThemeWords(): Record<Theme, string> {
  const { t } = useLingui();
  return { system: t`Match system`, light: t`Light`, dark: t`Dark` };
}
