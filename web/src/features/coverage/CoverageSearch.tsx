import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { facts } from '../../content/facts';
import { Icon } from '../../ui/Icon';
import { inputClass } from '../../ui/input-class';
import { type Country, countriesAtAGlance } from './countries';
import { findCountries, result_count } from './find-countries';
import { SupportMark } from './SupportMark';
import { usePageLocale } from './use-page-locale';

/** If the field is emptied, the last results stay. Except on phones, the list keeps its height, so that the map below stays in place. */
export function CoverageSearch() {
  const { t } = useLingui();
  const locale = usePageLocale();
  const [search, setSearch] = useState<{ text: string; found: Country[] }>();
  const cells = search ? search.found.slice(0, result_count) : countriesAtAGlance;
  useEffect(() => {
    markOnMap(search?.found ?? []);
  }, [search]);
  const onType = (text: string) => {
    const found = findCountries(text, locale);
    if (found) setSearch({ text: text.trim(), found });
  };
  return (
    <section aria-label={t`Search for country`}>
      <label className="relative block max-w-200">
        <span className="sr-only">{t`Search for country`}</span>
        <Icon
          name="search"
          className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-muted"
        />
        <input
          type="search"
          placeholder={t`Search for country`}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          onChange={(event) => onType(event.target.value)}
          className={`${inputClass} min-h-14 pl-12 [&::-webkit-search-cancel-button]:appearance-none`}
        />
      </label>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <p role="status" className="min-h-6 text-sm text-muted">
          {search ? <Outcome text={search.text} count={search.found.length} /> : <Trans>At a glance</Trans>}
        </p>
        <Legend />
      </div>
      {cells.length > 0 ? (
        <ul className="mt-3 grid overflow-hidden rounded-md border border-hairline sm:min-h-160 sm:grid-cols-2 sm:content-start lg:min-h-80 lg:grid-cols-4">
          {Array.from({ length: result_count }, (_, cell) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cells stay in place while their countries change.
            <Cell key={cell} country={cells[cell]} />
          ))}
        </ul>
      ) : (
        <div className="mt-3 grid place-content-center rounded-md border border-hairline px-5 py-6 text-center text-muted sm:min-h-160 lg:min-h-80">
          <p className="measure text-balance">
            <Trans>
              Search by name or two-letter code, such as SE. If your country is missing,{' '}
              <a href={`mailto:${facts.support_email}`} className="link whitespace-nowrap">
                ask us
              </a>
              .
            </Trans>
          </p>
        </div>
      )}
    </section>
  );
}

/** The map below is static markup, so matches are marked directly in the DOM. */
function markOnMap(found: Country[]) {
  const codes = found.map(({ code }) => code);
  for (const shape of document.querySelectorAll<SVGElement>('[data-map] [data-country]'))
    shape.toggleAttribute('data-found', codes.includes(shape.dataset['country'] ?? ''));
}

function Cell({ country }: { country?: Country }) {
  const locale = usePageLocale();
  return (
    <li
      hidden={!country}
      data-cell={country?.code}
      className={`${country ? 'flex' : 'hidden'} -mt-px -ml-px flex-col justify-between gap-3 border-t border-l border-hairline bg-raised px-5 py-4 sm:min-h-40 sm:py-5`}
    >
      {country && (
        <>
          <p className="flex items-baseline justify-between gap-3">
            <span className="display min-w-0 text-lg">{country.names[locale]}</span>
            <span className="font-mono text-xs text-muted">{country.code}</span>
          </p>
          <div className="space-y-1 text-sm">
            <p className="flex items-center justify-between gap-3">
              <Trans>Passport</Trans> <SupportMark supported={country.passport} />
            </p>
            <p className="flex items-center justify-between gap-3">
              <Trans>National ID</Trans> <SupportMark supported={country.national_id} />
            </p>
            <p className="pt-1 text-xs text-muted">
              {country.trust_anchor ? <Trans>Trust anchor known</Trans> : <Trans>No trust anchor known</Trans>}
            </p>
          </div>
        </>
      )}
    </li>
  );
}

function Outcome({ text, count }: { text: string; count: number }) {
  if (count === 0) return <Trans>No country matches “{text}”.</Trans>;
  if (count > result_count) {
    return (
      <Trans>
        The first {result_count} of {count} matches. Type more to narrow them down.
      </Trans>
    );
  }
  return <Plural value={count} one="# match" other="# matches" />;
}

function Legend() {
  return (
    <p className="flex flex-wrap gap-x-6 text-sm">
      <SupportMark supported spoken="always" />
      <SupportMark supported={false} spoken="always" />
    </p>
  );
}
