import { Trans, useLingui } from '@lingui/react/macro';
import { facts } from '../../content/facts';
import { Button } from '../../ui/Button';
import { formatCount } from '../../ui/format';
import { Icon } from '../../ui/Icon';
import { saveText } from '../files/download';
import { Island } from '../islands/Island';
import { LocaleLink } from '../navigation/LocaleLink';
import { SitePage } from '../page/SitePage';
import { CountryIndex } from './CountryIndex';
import { CoverageMap } from './CoverageMap';
import { CoverageSearch } from './CoverageSearch';
import { countries } from './countries';

export function CoveragePage() {
  const { t, i18n } = useLingui();
  const persons = formatCount(facts.coverage_persons, i18n.locale);
  return (
    <SitePage
      name="coverage"
      art="globe"
      title={t`Biometric passport and ID country coverage`}
      heading={<Trans>Country coverage</Trans>}
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
      <Persons persons={persons} />
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
            <LocaleLink to="/supported-documents" className="link inline-flex min-h-9 items-center gap-2">
              <Trans>As a table</Trans>
              <Icon name="arrow" className="size-4" />
            </LocaleLink>
            <Button
              variant="secondary"
              size="small"
              onClick={() => saveText(coverageCsv(), 'coverage.csv', 'text/csv')}
            >
              <Trans>Download as CSV</Trans>
            </Button>
          </p>
        </div>
        <CountryIndex />
      </section>
    </SitePage>
  );
}

function Persons({ persons }: { persons: string }) {
  return (
    <section className="mt-20 grid gap-x-16 gap-y-8 border-t border-hairline pt-12 lg:grid-cols-2">
      <p className="display text-3xl text-balance">
        <Trans>
          Covers more than <span className="whitespace-nowrap text-accent tabular-nums">{persons}</span> natural
          persons.
        </Trans>
      </p>
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
            signs its documents with is in one of the public master lists of Germany (2026-05-28) and the Netherlands
            (2026-07-22). Only then can the origin of the data be proven; otherwise a document is read and rejected.
          </Trans>
        </p>
        <p>
          <LocaleLink to="/trust" className="link inline-flex min-h-9 items-center gap-2">
            <Trans>Which documents can be verified here today</Trans>
            <Icon name="arrow" className="size-4" />
          </LocaleLink>
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
