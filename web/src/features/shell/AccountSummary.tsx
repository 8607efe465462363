import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { BillingAccount } from '@sigill/sdk/portal';
import { billingSelfOptions, merchantSelfOptions, userSelfOptions } from '@sigill/sdk/portal/react-query';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/role';
import { Skeleton } from '../../ui/Skeleton';
import { formatMoney } from '../billing/money';

/** The signed-in user, their account and the status of its trial. Anything that can't be loaded is left out. */
export function AccountSummary() {
  const { t } = useLingui();
  const user = useQuery(userSelfOptions());
  const { data: merchant } = useQuery(merchantSelfOptions());
  const { data: billing } = useQuery({ ...billingSelfOptions(), enabled: useMay('billing.self') });
  if (user.isPending) return <Skeleton lines={3} />;
  return (
    <>
      <p className="caps">{t`Signed in as`}</p>
      <p className="font-medium wrap-anywhere">{user.data?.email ?? user.data?.alias}</p>
      {(merchant?.name ?? billing?.company) && (
        <p className="wrap-anywhere text-muted">{merchant?.name ?? billing?.company}</p>
      )}
      {billing && <Standing billing={billing} />}
    </>
  );
}

function Standing({ billing }: { billing: BillingAccount }) {
  const { i18n } = useLingui();
  const { state, credit, trial_days_left } = billing;
  const left = formatMoney(credit, i18n.locale);
  return (
    <p className="mt-2 text-muted">
      {state === 'TRIAL' && trial_days_left && (
        <>
          <Plural value={trial_days_left} one="Trial: # day left" other="Trial: # days left" />
          {' · '}
        </>
      )}
      {state === 'INACTIVE' && (
        <>
          <Trans>New sessions cannot be created.</Trans>{' '}
        </>
      )}
      <Trans>{left} credit</Trans>
    </p>
  );
}
