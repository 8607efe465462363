import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { BillingAccount } from '@sigill/sdk/portal';
import { billingSelfOptions, merchantSelfOptions, userSelfOptions } from '@sigill/sdk/portal/react-query';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { queryClient } from '../../api/query-client';
import { useMay } from '../../api/role';
import { type Locale, localeNames, localeOf, locales, withLocale } from '../../i18n/locale';
import { setTheme, themes, useTheme } from '../../storage/theme';
import { Skeleton } from '../../ui/Skeleton';
import { formatMoney } from '../billing/money';
import { useNavigation } from '../navigation/navigation-context';
import { useThemeWords } from './SiteSwitches';

type Props = { labelledBy: string; startAt: 'first' | 'last'; onClose: (returnFocus: boolean) => void };

export function AccountMenu({ labelledBy, startAt, onClose }: Props) {
  const summary = useId();
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const items = menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [];
    items[startAt === 'first' ? 0 : items.length - 1]?.focus();
  }, [startAt]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose(true);
    else if (event.key === 'Tab') return onClose(true);
    else if (!menu.current || !moveInMenu(menu.current, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      data-account-menu
      className="dialog absolute end-0 top-full z-30 mt-1 w-72 rounded-md border border-edge bg-raised py-2 text-sm shadow-float"
    >
      <div id={summary} className="border-b border-hairline px-4 pt-2 pb-4">
        <LoadedSummary />
      </div>
      <div
        ref={menu}
        role="menu"
        tabIndex={-1}
        aria-labelledby={labelledBy}
        aria-describedby={summary}
        onKeyDown={onKeyDown}
        className="divide-y divide-hairline"
      >
        <Items onClose={onClose} />
      </div>
    </div>
  );
}

/** The summary with its own query client, because the header may be on a page without the app. */
export const LoadedSummary = () => (
  <QueryClientProvider client={queryClient}>
    <AccountSummary />
  </QueryClientProvider>
);

const itemClass =
  'flex min-h-10 w-full items-center gap-3 px-4 text-start hover:bg-accent-wash focus:bg-accent-wash focus:outline-offset-[-2px]';

function Items({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useLingui();
  const theme = useTheme();
  const { pathname, go } = useNavigation();
  const words = useThemeWords();
  const switchTo = (locale: Locale) =>
    go(withLocale(pathname, locale) + location.search + location.hash, { replace: true, samePage: true });
  return (
    <>
      <Group>
        <PageItem to="/settings" onClose={onClose}>{t`Settings`}</PageItem>
        <PageItem to="/integration-guide" onClose={onClose}>{t`Documentation`}</PageItem>
      </Group>
      <Group name={t`Theme`}>
        {themes.map((option) => (
          <Choice key={option} chosen={theme === option} onChoose={() => setTheme(option)}>
            {words[option]}
          </Choice>
        ))}
      </Group>
      <Group name={t`Language`}>
        {locales.map((locale) => (
          <Choice key={locale} chosen={locale === localeOf(pathname)} lang={locale} onChoose={() => switchTo(locale)}>
            {localeNames[locale]}
          </Choice>
        ))}
      </Group>
      <Group>
        <PageItem to="/sign-out" onClose={onClose}>{t`Sign out`}</PageItem>
      </Group>
    </>
  );
}

function Group({ name, children }: { name?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group in a menu is not a fieldset.
    <div role="group" aria-label={name} className="py-1">
      {name && (
        <p aria-hidden="true" className="caps px-4 pt-2 pb-1">
          {name}
        </p>
      )}
      {children}
    </div>
  );
}

function PageItem({ to, onClose, children }: Pick<Props, 'onClose'> & { to: string; children: ReactNode }) {
  const { pathname } = useNavigation();
  return (
    <a
      role="menuitem"
      tabIndex={-1}
      href={withLocale(to, localeOf(pathname))}
      onClick={() => onClose(false)}
      className={itemClass}
    >
      {children}
    </a>
  );
}

type ChoiceProps = { chosen: boolean; lang?: string; onChoose: () => void; children: ReactNode };

const Choice = ({ chosen, lang, onChoose, children }: ChoiceProps) => (
  <button
    type="button"
    role="menuitemradio"
    aria-checked={chosen}
    tabIndex={-1}
    lang={lang}
    onClick={onChoose}
    className={itemClass}
  >
    <svg viewBox="0 0 12 12" aria-hidden="true" className={`size-3 shrink-0 text-accent ${chosen ? '' : 'invisible'}`}>
      <path d="M2 6.5l2.8 2.8L10 3.5" fill="none" stroke="currentColor" strokeWidth="1.8" />
    </svg>
    {children}
  </button>
);

/** Moves the focus with arrow keys, Home, End or a letter (ARIA APG, menu). @returns whether the key was one of these. */
function moveInMenu(menu: HTMLElement, key: string): boolean {
  const items = [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')];
  const current = items.findIndex((item) => item.matches(':focus'));
  const moves: Record<string, number> = {
    ArrowDown: (current + 1) % items.length,
    ArrowUp: (current <= 0 ? items.length : current) - 1,
    Home: 0,
    End: items.length - 1,
  };
  const target = moves[key] ?? (key.length === 1 && key !== ' ' ? startingWith(items, key, current) : undefined);
  if (target === undefined) return false;
  items[target]?.focus();
  return true;
}

function startingWith(items: HTMLElement[], letter: string, current: number): number | undefined {
  const begins = ({ textContent }: HTMLElement) =>
    textContent?.trim().toLocaleLowerCase().startsWith(letter.toLocaleLowerCase());
  const later = items.findIndex((item, index) => index > current && begins(item));
  const found = later < 0 ? items.findIndex(begins) : later;
  return found < 0 ? undefined : found;
}

/** Leaves out anything that can't be loaded. */
function AccountSummary() {
  const { t } = useLingui();
  const user = useQuery(userSelfOptions());
  const { data: merchant } = useQuery(merchantSelfOptions());
  const { data: billing } = useQuery({ ...billingSelfOptions(), enabled: useMay('billing.self') });
  if (user.isPending) return <Skeleton lines={3} />;
  return (
    <>
      <p className="caps">{t`Signed in as`}</p>
      <p className="font-medium wrap-anywhere">{user.data?.email ?? user.data?.alias}</p>
      {(merchant?.name ?? billing?.company) && (
        <p className="wrap-anywhere text-muted">{merchant?.name ?? billing?.company}</p>
      )}
      {billing && <Standing billing={billing} />}
    </>
  );
}

function Standing({ billing }: { billing: BillingAccount }) {
  const { i18n } = useLingui();
  const { state, credit, trial_days_left } = billing;
  const left = formatMoney(credit, i18n.locale);
  return (
    <p className="mt-2 text-muted">
      {state === 'TRIAL' && trial_days_left && (
        <>
          <Plural value={trial_days_left} one="Trial: # day left" other="Trial: # days left" />
          {' · '}
        </>
      )}
      {state === 'INACTIVE' && (
        <>
          <Trans>New sessions cannot be created.</Trans>{' '}
        </>
      )}
      <Trans>{left} credit</Trans>
    </p>
  );
}
