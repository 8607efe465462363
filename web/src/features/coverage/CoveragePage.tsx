import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { facts } from '../../content/facts';
import { Button } from '../../ui/Button';
import { formatCount } from '../../ui/format';
import { saveText } from '../files/download';
import { Island } from '../islands/Island';
import { MoreLink } from '../marketing/Heading';
import { SitePage } from '../page/SitePage';
import { EngravingSwatch, type Shade, WorldMap } from '../world-map/WorldMap';
import { CoverageSearch } from './CoverageSearch';
import { CoveredPersons } from './CoveredPersons';
import { type Country, countOf, countries, countriesByLetter, coverageShades } from './countries';
import { MapCaption } from './MapCaption';
import { SupportMark } from './SupportMark';
import { usePageLocale } from './use-page-locale';

export function CoveragePage() {
  const { t, i18n } = useLingui();
  const persons = formatCount(facts.coverage_persons, i18n.locale);
  return (
    <SitePage
      name="coverage"
      art="globe"
      title={t`Biometric passport and ID country coverage`}
      heading={t`Country coverage`}
      description={t`Which passports and national ID cards can be read by their chip, for ${countries.length} countries and territories. Covers more than ${persons} natural persons.`}
      lead={
        <Trans>
          Search for coverage information on specific countries below, or{' '}
          <a href={`mailto:${facts.support_email}`} className="link whitespace-nowrap">
            contact us
          </a>{' '}
          to learn more.
        </Trans>
      }
    >
      <Island name="coverage-search">
        <CoverageSearch />
      </Island>
      <CoverageMap />
      <Persons />
      <section aria-labelledby="all-countries" className="mt-20">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div>
            <h2 id="all-countries" className="display text-2xl">{t`Full list`}</h2>
            <p className="mt-2 measure text-muted">
              <Trans>
                {countries.length} countries and territories. The first mark is the passport, the second the national
                ID.
              </Trans>
            </p>
          </div>
          <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <MoreLink to="/supported-documents" className="min-h-9">{t`As a table`}</MoreLink>
            <Button
              variant="secondary"
              size="small"
              onClick={() => saveText(coverageCsv(), 'coverage.csv', 'text/csv')}
            >{t`Download as CSV`}</Button>
          </p>
        </div>
        <CountryIndex />
      </section>
    </SitePage>
  );
}

function Persons() {
  const { t } = useLingui();
  return (
    <section className="mt-20 grid gap-x-16 gap-y-8 border-t border-hairline pt-12 lg:grid-cols-2">
      <CoveredPersons />
      <div className="measure space-y-4 text-muted">
        <p>
          <Trans>
            <strong className="font-medium text-ink">Supported</strong> means that the document has a chip that can be
            read over NFC. <strong className="font-medium text-ink">Not applicable</strong> means that no such document
            exists, or that we don’t read it.
          </Trans>
        </p>
        <p>
          <Trans>
            <strong className="font-medium text-ink">Trust anchor known</strong> means that a certificate the state
            signs its documents with is in one of the public master lists of Germany (
            <span className="whitespace-nowrap">2026-05-28</span>) and the Netherlands (
            <span className="whitespace-nowrap">2026-07-22</span>). Only then can the origin of the data be proven;
            otherwise a document is read and rejected.
          </Trans>
        </p>
        <p>
          <MoreLink to="/trust" className="min-h-9">{t`Which documents can be verified here today`}</MoreLink>
        </p>
      </div>
    </section>
  );
}

/** The table of countries as CSV (RFC 4180) for spreadsheets. */
function coverageCsv(): string {
  const status = (supported: boolean) => (supported ? 'SUPPORTED' : 'NOT_APPLICABLE');
  const rows = countries.map(({ code, names, passport, national_id, trust_anchor }) => [
    code,
    names.en,
    names.es,
    status(passport),
    status(national_id),
    String(trust_anchor),
  ]);
  return [['country', 'name_en', 'name_es', 'passport', 'national_id', 'trust_anchor'], ...rows]
    .map((row) => `${row.map(quoted).join(',')}\r\n`)
    .join('');
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function CoverageMap() {
  const { t } = useLingui();
  return (
    <figure data-map="" className="mt-16">
      <WorldMap shades={coverageShades} />
      <figcaption className="mt-6 grid gap-x-16 gap-y-6 border-t border-hairline pt-5 lg:grid-cols-[2fr_3fr]">
        <Island name="map-caption">
          <MapCaption />
        </Island>
        <ul className="grid gap-x-8 text-sm max-sm:divide-y max-sm:divide-hairline sm:grid-cols-2 sm:gap-y-2">
          <Level shade={4}>{t`Passport and national ID, origin proven`}</Level>
          <Level shade={2}>{t`Passport, origin proven`}</Level>
          <Level shade={1}>{t`Read, no trust anchor known`}</Level>
          <Level shade={0}>{t`Not applicable`}</Level>
        </ul>
      </figcaption>
    </figure>
  );
}

function Level({ shade, children }: { shade: Shade; children: ReactNode }) {
  return (
    <li className="flex items-baseline gap-3 max-sm:py-2.5">
      <EngravingSwatch shade={shade} />
      <span className="grow text-balance">{children}</span>
      <span className="font-mono text-xs text-muted">{countOf(shade)}</span>
    </li>
  );
}

function CountryIndex() {
  const locale = usePageLocale();
  const { t } = useLingui();
  const letters = countriesByLetter(locale);
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
  const { t } = useLingui();
  return (
    <li
      id={`country-${code}`}
      className="flex scroll-mt-24 break-inside-avoid items-start gap-3 border-b border-hairline py-1.5"
    >
      <span className="w-6 shrink-0 font-mono text-xs leading-6 text-muted">{code}</span>
      <span className="min-w-0 grow">
        {name}
        {!trust_anchor && <span className="block text-xs text-muted">{t`No trust anchor known`}</span>}
      </span>
      <span>
        <span className="sr-only">{t`Passport`}</span> <SupportMark supported={passport} />
      </span>
      <span>
        <span className="sr-only">{t`National ID`}</span> <SupportMark supported={national_id} />
      </span>
    </li>
  );
}
