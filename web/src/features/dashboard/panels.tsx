import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { billingSelfOptions, dashboardUsageOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { facts } from '../../content/facts';
import { formatMoney, given_credit } from '../billing/money';
import { SessionsRefused } from '../billing/SessionsRefused';
import { ButtonLink } from '../navigation/LocaleLink';
import { Overview } from './Overview';

function UsageTotals() {
  const { i18n } = useLingui();
  const { data: usage } = useSuspenseQuery(dashboardUsageOptions());
  const totals = { 30: usage.last_30_days, 90: usage.last_90_days };
  return (
    <dl className="grid grid-cols-2 gap-6">
      {facts.usage_days.map((window) => (
        <div key={window}>
          <dt className="text-sm text-muted">
            <Trans>Last {window} days</Trans>
          </dt>
          <dd className="mt-1 flex flex-wrap items-baseline gap-x-2">
            <span className="display text-2xl tabular-nums">{i18n.number(totals[window])}</span>
            <span className="text-sm text-muted">
              <Plural value={totals[window]} one="session" other="sessions" />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Renders nothing outside the trial. */
function TrialRing() {
  const { t, i18n } = useLingui();
  const { data: account } = useSuspenseQuery(billingSelfOptions());
  const { state, credit, trial_days_left: days } = account;
  if (state !== 'TRIAL' || days === undefined) return null;
  const left = formatMoney(credit, i18n.locale);
  return (
    <section aria-labelledby="trial" className="flex flex-wrap items-center gap-x-8 gap-y-5">
      <div className="relative size-36 shrink-0">
        <svg viewBox="0 0 144 144" aria-hidden="true" className="size-full -rotate-90" fill="none">
          <Arc radius={66} share={days / facts.trial_days} />
          <Arc radius={56} share={Number(credit) / Number(given_credit)} thin />
        </svg>
        <p className="absolute inset-0 grid place-content-center pt-1 text-center leading-none">
          <span className="display text-3xl tabular-nums">{i18n.number(days)}</span>
          <span className="mx-auto mt-1 max-w-16 text-xs leading-tight text-muted">
            <Plural value={days} one="day left" other="days left" />
          </span>
        </p>
      </div>
      <div className="min-w-48 flex-1">
        <h2 id="trial" className="display text-lg">{t`Your trial`}</h2>
        <p className="mt-1 text-sm text-muted">
          <Trans>
            {left} of {formatMoney(given_credit, i18n.locale)} credit left. Specimen sessions are free.
          </Trans>
        </p>
        <ButtonLink to="/enable-billing" size="small" variant="secondary" className="mt-4">
          {t`Enable billing`}
        </ButtonLink>
      </div>
    </section>
  );
}

const Arc = ({ radius, share, thin = false }: { radius: number; share: number; thin?: boolean }) => {
  const length = 2 * Math.PI * radius;
  const drawn = Math.min(1, Math.max(0, share)) * length;
  const ring = { cx: 72, cy: 72, r: radius };
  const [ticks, line] = thin ? [5, 3] : [8, 8];
  return (
    <>
      <circle
        {...ring}
        strokeWidth={ticks}
        strokeDasharray="0.75 2.5"
        className={thin ? 'stroke-muted' : 'stroke-edge'}
      />
      <circle {...ring} strokeWidth={line} strokeDasharray={`${drawn} ${length}`} className="stroke-accent" />
    </>
  );
};

/** The parts of the dashboard that are loaded along with its figures. */
export const panels = { Overview, SessionsRefused, TrialRing, UsageTotals };
