import { Plural, useLingui } from '@lingui/react/macro';
import type { Overview, OverviewCountry } from '@sigill/sdk/portal';
import { lazy, Suspense } from 'react';
import { localeOf } from '../../i18n/locale';
import { useNavigation } from '../navigation/navigation-context';
import { stateName } from '../trust/state-name';
import { Bar } from './Bar';
import { Numbers } from './Numbers';
import { NothingYet } from './Panel';

/** The world's outlines weigh more than the rest of the screen. */
const CountryMap = lazy(() => import('./CountryMap'));

const SHOWN = 8;
const total = ({ approved, rejected }: OverviewCountry) => approved + rejected;

/** The issuing countries of the documents, on the map and as a list. */
export function Countries({ countries }: Pick<Overview, 'countries'>) {
  const { t, i18n } = useLingui();
  const locale = localeOf(useNavigation().pathname);
  const most = countries[0] ? total(countries[0]) : 0;
  return (
    <div className="grid gap-x-12 gap-y-8 xl:grid-cols-[7fr_4fr]">
      {/* Its height is reserved, so that nothing moves when it arrives. */}
      <div className="aspect-1000/439 min-w-0">
        <Suspense>
          <CountryMap countries={countries} />
        </Suspense>
      </div>
      {countries.length === 0 ? (
        <NothingYet>{t`Countries appear here after their first result.`}</NothingYet>
      ) : (
        <div className="min-w-0">
          <ol className="space-y-3">
            {countries.slice(0, SHOWN).map((country) => (
              <li key={country.country}>
                <p className="flex items-baseline justify-between gap-4 text-sm">
                  <span>
                    <span aria-hidden="true" className="mr-2 font-mono text-xs text-muted">
                      {country.country}
                    </span>
                    {stateName(country.country, locale)}
                  </span>
                  <span className="font-mono tabular-nums">{i18n.number(total(country))}</span>
                </p>
                <Bar share={total(country) / most} className="mt-1 h-1.5" />
              </li>
            ))}
          </ol>
          {countries.length > SHOWN && (
            <p className="mt-3 text-xs text-muted">
              <Plural value={countries.length - SHOWN} one="and # more country" other="and # more countries" />
            </p>
          )}
          <Numbers
            caption={t`Documents by country`}
            headings={[t`Country`, t`Approved`, t`Rejected`]}
            rows={countries.map(({ country, approved, rejected }) => ({
              key: country,
              name: stateName(country, locale),
              values: [approved, rejected],
            }))}
          />
        </div>
      )}
    </div>
  );
}
