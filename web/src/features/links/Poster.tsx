import { useLingui } from '@lingui/react/macro';
import type { ReusableLink } from '@sigill/sdk/portal';
import { merchantSelfOptions } from '@sigill/sdk/portal/react-query';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { accent } from '../../../../openapi/facts/colours';
import { QrCode } from '../sessions/QrCode';
import './poster.css';

/** What is printed: alone on the sheet, and dark on white in both themes. */
export function Poster({ link }: { link: ReusableLink }) {
  const { t } = useLingui();
  const { data: merchant } = useQuery(merchantSelfOptions());
  const { title, url } = link;
  const colour = link.brand_color ?? merchant?.brand_color ?? accent.light;
  return (
    <figure
      aria-label={t`Poster`}
      style={{ '--brand': colour } as CSSProperties}
      className="poster scheme-light overflow-hidden rounded-md border border-edge bg-scanned-paper text-scanned-ink forced-color-adjust-none"
    >
      <div className="h-3 bg-(--brand)" />
      <div className="flex flex-col items-center gap-6 px-6 py-10 text-center sm:px-10">
        {merchant?.brand_logo_url ? (
          <img src={merchant.brand_logo_url} alt={merchant.name ?? ''} className="h-12 max-w-64 object-contain" />
        ) : (
          merchant?.name && <p className="text-lg">{merchant.name}</p>
        )}
        <p dir="auto" className="display text-3xl wrap-anywhere">
          {title ?? t`Verify your identity`}
        </p>
        <QrCode text={url} label={t`QR code of the link`} className="w-full max-w-64" />
        <p className="text-lg font-medium">{t`Scan this code with your phone’s camera`}</p>
        <p className="measure text-sm">{t`Have your passport or identity card with you. It takes about a minute.`}</p>
        <p translate="no" className="font-mono text-xs wrap-anywhere">
          {url}
        </p>
      </div>
    </figure>
  );
}
