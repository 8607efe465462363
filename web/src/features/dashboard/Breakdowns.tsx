import type { MessageDescriptor } from '@lingui/core';
import { Plural, useLingui } from '@lingui/react/macro';
import type { Overview, OverviewCountry } from '@sigill/sdk/portal';
import { Suspense } from 'react';
import { lazyPart } from '../../api/later';
import { localeOf } from '../../i18n/locale';
import { LocaleLink } from '../navigation/LocaleLink';
import { useNavigation } from '../navigation/navigation-context';
import { failureTexts } from '../sessions/failure-texts.gen';
import { stateName } from '../trust/state-name';
import type { Shade } from '../world-map/WorldMap';
import { NamedBar, NothingYet, Numbers } from './chart-parts';

const MOST_REASONS = 6;
const MOST_COUNTRIES = 8;

export function Reasons({ rejections, failures }: Pick<Overview, 'rejections' | 'failures'>) {
  const { t, i18n } = useLingui();
  /** A newer service may return reasons that this site does not know. */
  const sentenceOf = (code: string) => {
    const text = (failureTexts as Partial<Record<string, MessageDescriptor>>)[code];
    return text ? i18n._(text) : code;
  };
  const words = { bad: t`Rejected`, quiet: t`Failed` };
  const reasons = [
    ...rejections.map((reason) => ({ ...reason, look: 'bad' as const })),
    ...failures.map((reason) => ({ ...reason, look: 'quiet' as const })),
  ].sort((a, b) => b.count - a.count);
  if (reasons.length === 0) return <NothingYet>{t`No rejections or failures in this period.`}</NothingYet>;
  const most = reasons[0]!.count;
  return (
    <>
      <ol className="space-y-4">
        {reasons.slice(0, MOST_REASONS).map(({ code, count, look }) => (
          <li key={`${look} ${code}`}>
            <NamedBar number={i18n.number(count)} share={count / most} look={look}>
              <LocaleLink to="/failure-guide" hash={code} className="wrap-anywhere hover:text-accent hover:underline">
                {sentenceOf(code)}
              </LocaleLink>
            </NamedBar>
            <p className="mt-1 font-mono text-micro text-muted">
              {words[look]} · {code}
            </p>
          </li>
        ))}
      </ol>
      <Numbers
        caption={t`Reasons`}
        headings={[t`Reason`, t`State`, t`Sessions`]}
        rows={reasons.map(({ code, count, look }) => ({
          key: `${look} ${code}`,
          name: code,
          values: [words[look], count],
        }))}
      />
    </>
  );
}

export function Platforms({ platforms }: Pick<Overview, 'platforms'>) {
  const { t, i18n } = useLingui();
  const names: Record<string, string> = {
    IOS: t`iPhone`,
    ANDROID: t`Android`,
    CLI: t`Desktop reader`,
    WEB: t`Browser`,
  };
  const all = platforms.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return <NothingYet>{t`Devices appear here once a session has started.`}</NothingYet>;
  const number = (count: number) => (
    <>
      {i18n.number(count)} <span className="text-muted">{i18n.number(count / all, { style: 'percent' })}</span>
    </>
  );
  return (
    <ul className="space-y-4">
      {platforms.map(({ platform, count }) => (
        <li key={platform}>
          <NamedBar number={number(count)} share={count / all}>
            <span>{names[platform] ?? platform}</span>
          </NamedBar>
        </li>
      ))}
    </ul>
  );
}

/** Loaded separately, because the outlines of the world are larger than the rest of the screen. */
const WorldMap = lazyPart(async () => (await import('../world-map/WorldMap')).WorldMap);

const total = ({ approved, rejected }: OverviewCountry) => approved + rejected;

export function Countries({ countries }: Pick<Overview, 'countries'>) {
  const { t, i18n } = useLingui();
  const locale = localeOf(useNavigation().pathname);
  const most = countries[0] ? total(countries[0]) : 0;
  return (
    <div className="grid gap-x-12 gap-y-8 xl:grid-cols-[7fr_4fr]">
      {/* Reserves the height of the map, so that nothing moves when it is loaded. */}
      <div className="aspect-1000/439 min-w-0">
        <Suspense>
          <WorldMap shades={shadesOf(countries)} />
        </Suspense>
      </div>
      {countries.length === 0 ? (
        <NothingYet>{t`Countries appear here after their first result.`}</NothingYet>
      ) : (
        <div className="min-w-0">
          <ol className="space-y-3">
            {countries.slice(0, MOST_COUNTRIES).map((country) => (
              <li key={country.country}>
                <NamedBar number={i18n.number(total(country))} share={total(country) / most} className="h-1.5">
                  <span>
                    <span aria-hidden="true" className="mr-2 font-mono text-xs text-muted">
                      {country.country}
                    </span>
                    {stateName(country.country, locale)}
                  </span>
                </NamedBar>
              </li>
            ))}
          </ol>
          {countries.length > MOST_COUNTRIES && (
            <p className="mt-3 text-xs text-muted">
              <Plural value={countries.length - MOST_COUNTRIES} one="and # more country" other="and # more countries" />
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

/** The more documents, the darker a country: each step stands for four times as many, up to the maximum. */
function shadesOf(countries: OverviewCountry[]) {
  const most = Math.max(1, ...countries.map(total));
  const shadeOf = (count: number) => Math.max(1, 4 - Math.floor(Math.log(most / count) / Math.log(4))) as Shade;
  return Object.fromEntries(countries.map((country) => [country.country, shadeOf(total(country))]));
}
