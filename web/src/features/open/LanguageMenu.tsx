import { type MouseEvent, useEffect, useRef } from 'react';
import { Icon } from '../../ui/Icon';
import { type Language, languageNames, languages, pathIn } from './languages';
import { useWords } from './words';

type Props = { search: string; onLanguage: (language: Language) => void };

/** Links to the page in other languages. The choice is in the address, and nothing is stored. */
export function LanguageMenu({ search, onLanguage }: Props) {
  const { language: current, t } = useWords();
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
    const events = ['keydown', 'pointerdown', 'focusin'];
    for (const event of events) document.addEventListener(event, close);
    return () => {
      for (const event of events) document.removeEventListener(event, close);
    };
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
              href={pathIn(language) + search}
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
