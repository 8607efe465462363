import { Trans, useLingui } from '@lingui/react/macro';
import type { BillingAccount } from '@sigill/sdk/portal';
import type { ReactNode } from 'react';
import { ButtonLink } from '../navigation/LocaleLink';
import { Money } from './Money';
import { formatMoney, given_credit } from './money';
import { ContactToRaise } from './SessionsRefused';

/** In the trial, open sessions reserve a part of the credit. */
export function CreditMeter({ account: { state, credit, reserved_cost = '0.00' } }: { account: BillingAccount }) {
  const { t, i18n } = useLingui();
  const [given, reserved] = [formatMoney(given_credit, i18n.locale), formatMoney(reserved_cost, i18n.locale)];
  return (
    <div>
      <Meter name={t`Credit left`} amount={credit} whole={given_credit}>
        <Trans>Out of the {given} every new account gets. It covers verified identities, not the service fee.</Trans>
        {state === 'TRIAL' && Number(reserved_cost) > 0 && <> {t`Open sessions reserve ${reserved} of it.`}</>}
      </Meter>
    </div>
  );
}

/** The most that an account may owe before its first payment. */
export function UsageLimit({ account: { usage_limit, state } }: { account: BillingAccount }) {
  const { i18n } = useLingui();
  if (usage_limit === undefined || state === 'INACTIVE') return null;
  const limit = formatMoney(usage_limit, i18n.locale);
  return (
    <p className="text-sm text-muted">
      <Trans>Until your first payment, you can owe at most {limit}, counting open sessions and invoices.</Trans>{' '}
      <ContactToRaise />
    </p>
  );
}

export function SpendingMeter({ account }: { account: BillingAccount }) {
  const { t } = useLingui();
  const { spending_cap } = account;
  return (
    <div>
      {spending_cap === undefined ? <NoCap /> : <Used account={account} cap={spending_cap} />}
      <ButtonLink to="/change-spending-cap" variant="secondary" size="small" className="mt-4 max-sm:w-full">
        {spending_cap === undefined ? t`Set a spending cap` : t`Change the spending cap`}
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
  const { cycle_cost } = account;
  // In the trial, open sessions reserve credit, and none of the spending cap.
  const reserved_cost = (account.state !== 'TRIAL' && account.reserved_cost) || '0.00';
  const [of, reserved] = [formatMoney(cap, i18n.locale), formatMoney(reserved_cost, i18n.locale)];
  return (
    <Meter name={t`Spending cap used`} amount={cycle_cost} whole={cap} reserved={reserved_cost}>
      {Number(reserved_cost) > 0
        ? t`Of ${of}, before VAT. Open sessions could add ${reserved}.`
        : t`Of ${of}, before VAT.`}
    </Meter>
  );
}

type MeterProps = { name: string; amount: string; whole: string; reserved?: string; children: ReactNode };

/** The amounts are exact. Only the lengths of the bars are floats. */
function Meter({ name, amount, whole, reserved = '0.00', children }: MeterProps) {
  const { t, i18n } = useLingui();
  const [used, of] = [formatMoney(amount, i18n.locale), formatMoney(whole, i18n.locale)];
  const most = Math.max(Number(whole), 0.01);
  const share = Math.min(1, Math.max(0, Number(amount) / most));
  const kept = Math.min(1 - share, Number(reserved) / most);
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-sm text-muted">{name}</span>
        <Money amount={amount} className="text-xl" />
      </p>
      <meter
        aria-label={name}
        max={most}
        value={share * most}
        aria-valuetext={t`${used} of ${of}`}
        className="sr-only"
      />
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" className="mt-2 block h-1.5 w-full">
        <rect width="100" height="1" className="fill-hairline" />
        <rect x={share * 100} width={kept * 100} height="1" className="fill-accent opacity-40" />
        <rect width={share * 100} height="1" className="fill-accent" />
      </svg>
      <p className="mt-2 text-sm text-muted">{children}</p>
    </>
  );
}
