import type { ReaderSession } from '@sigill/sdk/portal';
import { Component, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { names } from '../../content/names';
import { type Language, languageNames, languages } from '../../i18n/languages';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Seal } from '../../ui/Seal';
import { MissingNote } from '../loading/MissingNote';
import { brandStyle } from './brand-style';
import { pathIn } from './languages';
import styles from './open.css?url';
import { usePathname } from './use-browser';
import { filled, useWords } from './words';

type Props = {
  title: string;
  session: Pick<ReaderSession, 'merchant_name' | 'merchant_logo_url' | 'brand_color'> | undefined;
  isNobody: boolean;
  isEnded?: boolean;
  search: string;
  onLanguage: (language: Language) => void;
  children: ReactNode;
};

/**
 * Shows the customer's colour and name or logo above the page, and below it who does the checking. Links only to other languages,
 * the privacy policy and the terms.
 */
export function Frame({ title, session, isNobody, isEnded = false, search, onLanguage, children }: Props) {
  const { language, t } = useWords();
  useEffect(() => {
    document.title = `${title} · ${names.product}`;
  }, [title]);
  const site = language === 'es' ? '/es' : '';
  return (
    <div style={brandStyle(session?.brand_color)} className="open-page">
      {/* A separate file, because no other page has these styles. */}
      <link rel="stylesheet" href={styles} precedence="open" />
      <header className="bg-raised">
        <div className="brand-line" />
        <div className="border-b border-hairline">
          <div className="page flex h-16 items-center justify-between gap-4">
            <Merchant session={session} isNobody={isNobody} />
            <LanguageMenu search={search} onLanguage={onLanguage} />
          </div>
        </div>
      </header>
      <main className="page grow py-8 sm:py-12 lg:py-16">
        <Contained key={String(isEnded)} fallback={<Failed title={title} />}>
          {children}
        </Contained>
      </main>
      <footer className="border-t border-hairline">
        <div className="page flex min-h-17 flex-wrap items-center gap-x-4 py-3 text-xs text-muted sm:text-sm">
          <p className="flex items-center gap-2 me-auto">
            <Seal className="size-6 text-accent" />
            <span>{filled(t.checkedBy, { product: names.product })}</span>
          </p>
          <p className="flex gap-x-4">
            <a href={`${site}/privacy`} className={footLink}>
              {t.privacy}
            </a>
            <a href={`${site}/terms`} className={footLink}>
              {t.terms}
            </a>
          </p>
        </div>
      </footer>
      <MissingNote offline={t.offline} missing={t.missing} again={t.again} />
    </div>
  );
}

/** Keeps an error in the content from emptying the page. */
class Contained extends Component<{ fallback: ReactNode; children: ReactNode }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

function Failed({ title }: { title: string }) {
  const { t } = useWords();
  return (
    <div role="alert" className="space-y-4">
      <h1 className="display text-3xl">{title}</h1>
      <p>{t.missing}</p>
      <Button onClick={() => location.reload()}>{t.again}</Button>
    </div>
  );
}

const footLink = 'inline-flex min-h-8 items-center underline decoration-1 underline-offset-4 hover:text-ink';

function Merchant({ session, isNobody }: Pick<Props, 'session' | 'isNobody'>) {
  const name = session?.merchant_name;
  if (session?.merchant_logo_url)
    return (
      <img
        src={session.merchant_logo_url}
        alt={name ?? ''}
        className="h-12 max-w-52 min-w-0 rounded-sm bg-scanned-paper object-contain py-1 dark:px-2"
      />
    );
  if (name)
    return (
      <p dir="auto" className="display min-w-0 truncate text-xl">
        {name}
      </p>
    );
  // Stays empty until the customer is known, because anything shown here would be replaced.
  if (!session && !isNobody) return <p />;
  return (
    <p className="flex items-center gap-2.5">
      <Seal className="size-8 text-accent" />
      <span className="display text-xl">{names.product}</span>
    </p>
  );
}

/** The address holds the choice, so nothing is stored. */
function LanguageMenu({ search, onLanguage }: Pick<Props, 'search' | 'onLanguage'>) {
  const { language: current, t } = useWords();
  const pathname = usePathname();
  const menu = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const close = (event: Event) => {
      const { current: details } = menu;
      if (!details?.open) return;
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      const isOutside = !(event instanceof KeyboardEvent) && !details.contains(event.target as Node);
      if (isEscape) details.querySelector('summary')?.focus();
      if (isEscape || isOutside) details.open = false;
    };
    const stop = new AbortController();
    for (const event of ['keydown', 'pointerdown', 'focusin'])
      document.addEventListener(event, close, { signal: stop.signal });
    return () => stop.abort();
  }, []);

  const choose = (event: MouseEvent, language: Language) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (menu.current) menu.current.open = false;
    menu.current?.querySelector('summary')?.focus();
    onLanguage(language);
  };

  return (
    <details ref={menu} className="languages relative shrink-0">
      <summary className="flex min-h-11 list-none items-center gap-1.5 rounded-md px-2 text-sm hover:text-accent">
        <span className="sr-only">{t.languages}: </span>
        {languageNames[current]}
        <Icon name="chevron" className="chevron size-4 text-muted" />
      </summary>
      <ul className="absolute end-0 z-20 mt-1 grid w-44 rounded-md border border-hairline bg-raised py-1 shadow-float">
        {languages.map((language) => (
          <li key={language}>
            <a
              href={pathIn(language, pathname) + search}
              lang={language}
              hrefLang={language}
              aria-current={language === current ? 'true' : undefined}
              onClick={(event) => choose(event, language)}
              className="flex min-h-10 items-center justify-between px-4 text-sm hover:bg-accent-wash aria-[current]:text-accent"
            >
              <bdi>{languageNames[language]}</bdi>
              {language === current && <Icon name="check" className="size-4" />}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
