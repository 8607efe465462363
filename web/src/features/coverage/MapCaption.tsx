import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { type Country, countries } from './countries';
import { SupportMark } from './SupportMark';
import { usePageLocale } from './use-page-locale';

export function MapCaption() {
  const place = useRef<HTMLDivElement>(null);
  const locale = usePageLocale();
  const [country, setCountry] = useState<Country>();
  useEffect(() => {
    const map = place.current?.closest('[data-map]');
    const name = ({ target }: Event) => {
      const code = target instanceof Element && target.closest('[data-country]')?.getAttribute('data-country');
      if (code) setCountry(countries.find((one) => one.code === code));
    };
    map?.addEventListener('pointerover', name);
    return () => map?.removeEventListener('pointerover', name);
  }, []);
  return (
    <div ref={place} className="min-h-16">
      {country ? (
        <>
          <p className="flex items-baseline gap-3">
            <span className="font-mono text-xs text-muted">{country.code}</span>
            <a href={`#country-${country.code}`} className="link display text-lg">
              {country.names[locale]}
            </a>
          </p>
          <p className="mt-1 flex flex-wrap gap-x-6 gap-y-1 text-sm">
            <span className="inline-flex items-center gap-2">
              <SupportMark supported={country.passport} /> <Trans>Passport</Trans>
            </span>
            <span className="inline-flex items-center gap-2">
              <SupportMark supported={country.national_id} /> <Trans>National ID</Trans>
            </span>
            <span className="text-muted">
              {country.trust_anchor ? <Trans>Trust anchor known</Trans> : <Trans>No trust anchor known</Trans>}
            </span>
          </p>
        </>
      ) : (
        <p className="measure text-sm text-muted">
          <Trans>
            The denser the lines, the more of a country’s documents can be verified. Point at or tap a country to see
            its name. Search results are highlighted.
          </Trans>
        </p>
      )}
    </div>
  );
}
