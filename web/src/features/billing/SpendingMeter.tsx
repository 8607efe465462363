import { Trans, useLingui } from '@lingui/react/macro';
import type { BillingAccount } from '@sigill/sdk/portal';
import { ButtonLink } from '../navigation/LocaleLink';
import { Money } from './Money';
import { formatMoney } from './money';

/** How much of the spending cap is used. The amounts are exact; only the lengths in the bar are computed with floats. */
export function SpendingMeter({ account }: { account: BillingAccount }) {
  return (
    <div>
      {account.spending_cap === undefined ? <NoCap /> : <Used account={account} cap={account.spending_cap} />}
      <ButtonLink to="/change-spending-cap" variant="secondary" size="small" className="mt-4 max-sm:w-full">
        {account.spending_cap === undefined ? (
          <Trans>Set a spending cap</Trans>
        ) : (
          <Trans>Change the spending cap</Trans>
        )}
      </ButtonLink>
    </div>
  );
}

function NoCap() {
  const { t } = useLingui();
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-sm text-muted">{t`Spending cap`}</span>
        <span className="text-sm text-muted">{t`Not set`}</span>
      </p>
      <p className="mt-2 text-sm text-muted">
        <Trans>With a cap, sessions that could exceed it are refused, and we email you as you approach it.</Trans>
      </p>
    </>
  );
}

function Used({ account, cap }: { account: BillingAccount; cap: string }) {
  const { t, i18n } = useLingui();
  const { cycle_cost, reserved_cost = '0.00' } = account;
  const usd = (amount: string) => formatMoney(amount, i18n.locale);
  const [used, of, reserved] = [usd(cycle_cost), usd(cap), usd(reserved_cost)];
  const most = Math.max(Number(cap), 0.01);
  const spent = Math.min(1, Number(cycle_cost) / most);
  const kept = Math.min(1 - spent, Number(reserved_cost) / most);
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-sm text-muted">{t`Spending cap used`}</span>
        <Money amount={cycle_cost} className="text-xl" />
      </p>
      <meter
        aria-label={t`Spending cap used`}
        max={most}
        value={spent * most}
        aria-valuetext={t`${used} of ${of}`}
        className="sr-only"
      />
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" className="mt-2 block h-1.5 w-full">
        <rect width="100" height="1" className="fill-hairline" />
        <rect x={spent * 100} width={kept * 100} height="1" className="fill-accent opacity-40" />
        <rect width={spent * 100} height="1" className="fill-accent" />
      </svg>
      <p className="mt-2 text-sm text-muted">
        {Number(reserved_cost) > 0 ? (
          <Trans>
            Of {of}, before VAT. Open sessions could add {reserved}.
          </Trans>
        ) : (
          <Trans>Of {of}, before VAT.</Trans>
        )}
      </p>
    </>
  );
}
