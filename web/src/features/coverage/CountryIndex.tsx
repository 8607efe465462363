import { Trans, useLingui } from '@lingui/react/macro';
import { type Country, inAlphabeticalOrder } from './countries';
import { SupportMark } from './SupportMark';
import { usePageLocale } from './use-page-locale';

/** All countries by first letter, in columns like the index of a book. */
export function CountryIndex() {
  const locale = usePageLocale();
  const { t } = useLingui();
  const letters = Map.groupBy(inAlphabeticalOrder(locale), ({ names }) => initial(names[locale]));
  return (
    <>
      <nav aria-label={t`Letters`} className="mt-8 border-y border-hairline py-2">
        <ul className="grid grid-cols-[repeat(auto-fill,2rem)] justify-between sm:justify-start sm:gap-x-1">
          {[...letters.keys()].map((letter) => (
            <li key={letter}>
              <a
                href={`#letter-${letter}`}
                className="grid size-8 place-items-center font-mono text-sm hover:text-accent"
              >
                {letter}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-8 gap-x-12 [contain-intrinsic-size:auto_12000px] [content-visibility:auto] sm:columns-2 sm:[contain-intrinsic-size:auto_6000px] lg:columns-3 lg:[contain-intrinsic-size:auto_4000px]">
        {[...letters].map(([letter, group]) => (
          <section key={letter} aria-labelledby={`letter-${letter}`} className="mb-8">
            <h3
              id={`letter-${letter}`}
              className="display scroll-mt-24 break-after-avoid border-b border-hairline pb-1 text-lg text-accent"
            >
              {letter}
            </h3>
            <ul className="text-sm">
              {group.map((country) => (
                <Row key={country.code} country={country} name={country.names[locale]} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

function Row({ country: { code, passport, national_id, trust_anchor }, name }: { country: Country; name: string }) {
  return (
    <li
      id={`country-${code}`}
      className="flex scroll-mt-24 break-inside-avoid items-start gap-3 border-b border-hairline py-1.5"
    >
      <span className="w-6 shrink-0 font-mono text-xs leading-6 text-muted">{code}</span>
      <span className="min-w-0 grow">
        {name}
        {!trust_anchor && (
          <span className="block text-xs text-muted">
            <Trans>No trust anchor known</Trans>
          </span>
        )}
      </span>
      <span>
        <span className="sr-only">
          <Trans>Passport</Trans>
        </span>{' '}
        <SupportMark supported={passport} />
      </span>
      <span>
        <span className="sr-only">
          <Trans>National ID</Trans>
        </span>{' '}
        <SupportMark supported={national_id} />
      </span>
    </li>
  );
}

const initial = (name: string) => (name[0] ?? '').normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
