import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { names } from '../../content/names';
import { type Language, languageNames } from '../../i18n/languages';
import { Icon } from '../../ui/Icon';
import { inkOn } from '../open/brand-style';
import { directionOf } from '../open/languages';
import { filled } from '../open/words';
import { wordsIn } from '../open/words-in';
import { isColour } from './typed-colour';

type Props = {
  name: string;
  logo: string | undefined;
  colour: string;
  language: Language;
  back: string | undefined;
};

export function OpenPreview(props: Props) {
  const { t } = useLingui();
  return (
    <div className="grid gap-6 sm:grid-cols-2 lg:sticky lg:top-28">
      <Phone {...props} theme="light" caption={t`Light theme`} />
      <Phone {...props} theme="dark" caption={t`Dark theme`} />
    </div>
  );
}

const scheme = { light: 'scheme-light', dark: 'scheme-dark' };

type PhoneProps = Props & { theme: 'light' | 'dark'; caption: string };

function Phone({ name, logo, colour, language, back, theme, caption }: PhoneProps) {
  const { data: words } = useQuery(wordsIn(language));
  const brand = isColour(colour)
    ? { '--brand': colour, '--on-brand': inkOn(colour) }
    : { '--brand': 'var(--accent)', '--on-brand': 'var(--on-accent)' };
  return (
    <figure className="min-w-0">
      {/* Decorative: it only repeats the fields and has no controls. */}
      <div
        aria-hidden="true"
        data-preview={theme}
        lang={words?.language}
        dir={words && directionOf(words.language)}
        style={brand as CSSProperties}
        className={`${scheme[theme]} min-h-80 overflow-hidden rounded-md lg:[zoom:0.75] border border-edge bg-paper text-ink select-none`}
      >
        <div className="border-b border-hairline bg-raised">
          <div className="h-1 bg-(--brand)" />
          <div className="flex h-16 items-center justify-between gap-3 px-4">
            {logo ? (
              <img
                src={logo}
                alt=""
                className="h-12 max-w-44 min-w-0 rounded-sm bg-scanned-paper object-contain px-2 py-1"
              />
            ) : (
              <span className="display min-w-0 truncate text-xl">{name}</span>
            )}
            <span className="flex shrink-0 items-center gap-1.5 text-sm">
              {words && languageNames[words.language]} <Icon name="chevron" className="size-4 text-muted" />
            </span>
          </div>
        </div>
        {words && (
          <div className="space-y-4 px-4 py-6">
            <p className="display text-2xl">{words.t.heading}</p>
            <p className="text-sm">{filled(words.t.lead, { merchant: <strong>{name}</strong> })}</p>
            <p className="flex min-h-12 items-center justify-center gap-2 rounded-md border border-[color-mix(in_oklab,var(--brand)_70%,var(--ink))] bg-(--brand) px-4 text-center text-sm font-medium text-(--on-brand)">
              <Icon name="nfc" className="size-5 rtl:-scale-x-100" />
              <span>{filled(words.t.openApp, { app: names.app })}</span>
            </p>
            {back && (
              <p className="border-t border-hairline pt-4 text-xs">
                <span className="flex min-h-10 items-center justify-center rounded-md border border-edge px-2 text-center font-medium wrap-anywhere">
                  {filled(words.t.continueTo, { place: back })}
                </span>
              </p>
            )}
          </div>
        )}
      </div>
      <figcaption className="mt-2 text-sm text-muted">{caption}</figcaption>
    </figure>
  );
}
