import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { TrustOverview } from '@sigill/sdk/portal';
import { usePageLocale } from '../coverage/use-page-locale';
import { stateName } from './state-name';

type List = TrustOverview['lists'][number];

const looks: Record<Freshness, string> = { fresh: 'text-accent', aged: 'text-warning', old: 'text-danger' };

export function ListAge({ lists, as_of }: { lists: List[]; as_of: string }) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="master-lists" className="mt-16">
      <h2 id="master-lists" className="display text-2xl">{t`Master lists`}</h2>
      <p className="mt-2 measure text-muted">
        <Trans>
          States create new keys all the time. A list is fresh for {aged_days} days; after {old_days} days, some States’
          new documents are missing from it.
        </Trans>
      </p>
      <ul className="mt-6 border-t border-hairline">
        {lists.map((list, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lists may be alike in everything.
          <Row key={index} list={list} as_of={as_of} />
        ))}
      </ul>
    </section>
  );
}

function Row({ list: { publisher, date, anchors }, as_of }: { list: List; as_of: string }) {
  const locale = usePageLocale();
  const { t, i18n } = useLingui();
  const shown = date && i18n.date(date, { dateStyle: 'long', timeZone: 'UTC' });
  const days = date === undefined ? undefined : ageInDays(date, as_of);
  return (
    <li className="grid gap-x-8 gap-y-2 border-b border-hairline py-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] sm:items-center">
      <p>
        <span className="font-medium">{publisher ? stateName(publisher, locale) : t`Unknown publisher`}</span>
        <span className="block text-sm text-muted">
          {shown && t`Signed on ${shown}.`}{' '}
          <Plural value={anchors} one="# signing certificate" other="# signing certificates" />
        </span>
      </p>
      {days !== undefined && <Scale days={days} />}
    </li>
  );
}

/** The scale is a third longer than the age from which a list counts as old. */
function Scale({ days }: { days: number }) {
  const whole = old_days * (4 / 3);
  const at = (value: number) => `${(Math.min(value, whole) / whole) * 100}%`;
  return (
    <div className={looks[freshnessOf(days)]}>
      <p className="text-sm">
        <AgeText days={days} />
      </p>
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" className="mt-2 h-1.5 w-full">
        <rect width="100%" height="4" className="fill-hairline" />
        <rect width={at(Math.max(days, 1))} height="4" fill="currentColor" />
        {[aged_days, old_days].map((mark) => (
          <rect key={mark} x={at(mark)} width="0.4" height="4" className="fill-paper" />
        ))}
      </svg>
    </div>
  );
}

function AgeText({ days }: { days: number }) {
  const kind = freshnessOf(days);
  if (kind === 'fresh') return <Plural value={days} one="# day old: fresh" other="# days old: fresh" />;
  if (kind === 'aged')
    return <Plural value={days} one="# day old: due for renewal" other="# days old: due for renewal" />;
  return <Plural value={days} one="# day old: too old" other="# days old: too old" />;
}

const day_ms = 86_400_000;

export const ageInDays = (date: string, as_of: string): number =>
  Math.max(0, Math.floor((Date.parse(as_of) - Date.parse(date)) / day_ms));

/** Publishers renew their lists about once a month. A list that is three months old lacks newer keys. */
const aged_days = 30;
const old_days = 90;

type Freshness = 'fresh' | 'aged' | 'old';

const freshnessOf = (days: number): Freshness => (days > old_days ? 'old' : days > aged_days ? 'aged' : 'fresh');
