import { Trans, useLingui } from '@lingui/react/macro';
import { facts } from '../../content/facts';
import { Money } from './Money';
import { decimal, formatMoney, parseMoney } from './money';

export const given_credit = decimal(BigInt(facts.free_verifications) * parseMoney(facts.plans.starter.unit_price));

/** Shows how much of the free credit is left. The amounts are exact; only the length of the bar is computed with floats. */
export function CreditMeter({ credit }: { credit: string }) {
  const { t, i18n } = useLingui();
  const share = Math.min(1, Math.max(0, Number(credit) / Number(given_credit)));
  const left = formatMoney(credit, i18n.locale);
  const given = formatMoney(given_credit, i18n.locale);
  return (
    <div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-sm text-muted">{t`Credit left`}</span>
        <Money amount={credit} className="text-xl" />
      </p>
      <meter
        aria-label={t`Credit left`}
        max={Number(given_credit)}
        value={share * Number(given_credit)}
        aria-valuetext={t`${left} of ${given}`}
        className="sr-only"
      />
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" className="mt-2 block h-1.5 w-full">
        <rect width="100" height="1" className="fill-hairline" />
        <rect width={share * 100} height="1" className="fill-accent" />
      </svg>
      <p className="mt-2 text-sm text-muted">
        <Trans>Out of the {given} every new account gets. It covers verified identities, not the monthly fee.</Trans>
      </p>
    </div>
  );
}
