import { Plural, useLingui } from '@lingui/react/macro';
import type { TrustOverview } from '@sigill/sdk/portal';
import type { ReactNode } from 'react';
import { formatCount } from '../../ui/format';
import { ageInDays } from './ListAge';

export function TrustFigures({ as_of, lists, states }: TrustOverview) {
  const { t, i18n } = useLingui();
  const anchors = states.reduce((sum, state) => sum + state.anchors, 0);
  const revoking = states.filter(({ revocations }) => revocations).length;
  const newest = lists[0]?.date;
  const days = newest === undefined ? undefined : ageInDays(newest, as_of);
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-8 lg:grid-cols-4">
      <Figure value={formatCount(states.length, i18n.locale)} accent>
        <Plural value={states.length} one="State" other="States" />
      </Figure>
      <Figure value={formatCount(anchors, i18n.locale)}>
        <Plural value={anchors} one="signing certificate" other="signing certificates" />
      </Figure>
      <Figure value={formatCount(revoking, i18n.locale)}>
        <Plural value={revoking} one="State with a revocation list" other="States with a revocation list" />
      </Figure>
      {days === undefined ? (
        <Figure value="–">{t`no master list: certificates were added one by one`}</Figure>
      ) : (
        <Figure value={formatCount(days, i18n.locale)}>
          <Plural
            value={days}
            one="day since the newest list was signed"
            other="days since the newest list was signed"
          />
        </Figure>
      )}
    </dl>
  );
}

/** The number is shown above its name, which screen readers say first. */
function Figure({ value, accent = false, children }: { value: string; accent?: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-2">
      <dt className="max-w-48 text-sm text-muted">{children}</dt>
      <dd className={`display text-4xl tabular-nums ${accent ? 'text-accent' : ''}`}>{value}</dd>
    </div>
  );
}
