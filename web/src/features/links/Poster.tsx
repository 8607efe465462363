import { useLingui } from '@lingui/react/macro';
import type { ReusableLink } from '@sigill/sdk/portal';
import { merchantSelfOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { accent } from '../../../../openapi/facts/colours';
import type { Language } from '../../i18n/languages';
import { wordsIn } from '../open/words-in';
import { QrCode } from '../sessions/QrCode';
import './poster.css';

/** A link that has not been created has no address yet. */
export type PosterLink = Pick<ReusableLink, 'title' | 'brand_color' | 'session_options'> & { url?: string };

/** The printed poster: alone on the sheet, dark on white in both themes, and in the language of the link. */
export function Poster({ link }: { link: PosterLink }) {
  const { t, i18n } = useLingui();
  const { data: merchant } = useSuspenseQuery(merchantSelfOptions());
  const { title, url, session_options } = link;
  const { data: words } = useSuspenseQuery(
    wordsIn(session_options.locale ?? merchant.default_locale ?? (i18n.locale as Language)),
  );
  const colour = link.brand_color ?? merchant.brand_color ?? accent.light;
  return (
    <figure
      aria-label={t`Poster`}
      style={{ '--brand': colour } as CSSProperties}
      className="poster scheme-light overflow-hidden rounded-md border border-edge bg-scanned-paper text-scanned-ink forced-color-adjust-none"
    >
      <div className="h-3 bg-(--brand)" />
      <div className="flex flex-col items-center gap-6 px-6 py-10 text-center sm:px-10">
        {merchant.brand_logo_url ? (
          <img src={merchant.brand_logo_url} alt={merchant.name ?? ''} className="h-12 max-w-64 object-contain" />
        ) : (
          merchant.name && <p className="text-lg">{merchant.name}</p>
        )}
        <p lang={title ? undefined : words.language} dir="auto" className="display text-3xl wrap-anywhere">
          {title ?? words.t.heading}
        </p>
        {url ? (
          <QrCode text={url} label={t`QR code of the link`} className="w-full max-w-64" />
        ) : (
          <p className="grid aspect-square w-full max-w-64 place-items-center rounded-md border border-dashed border-current p-6 text-sm">
            {t`QR code of the link`}
          </p>
        )}
        <p lang={words.language} dir="auto" className="text-lg font-medium">
          {words.t.scan}
        </p>
        <p lang={words.language} dir="auto" className="measure text-sm">
          {words.t.description}
        </p>
        <p translate="no" className="font-mono text-xs wrap-anywhere">
          {url}
        </p>
      </div>
    </figure>
  );
}
