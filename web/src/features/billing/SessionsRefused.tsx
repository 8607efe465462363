import { Trans, useLingui } from '@lingui/react/macro';
import type { BillingAccount } from '@sigill/sdk/portal';
import { billingSelfOptions } from '@sigill/sdk/portal/react-query';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { billsOptions } from '../../api/whole-lists';
import { facts } from '../../content/facts';
import { Alert } from '../../ui/Alert';
import { Load } from '../loading/Load';
import { TextLink } from '../navigation/LocaleLink';
import { isCapReached, isCreditUsed, isUsageLimitReached } from './spending';

/** Renders nothing while the account can create sessions or is loading. */
export function SessionsRefused() {
  const { t } = useLingui();
  const { data: account } = useQuery(billingSelfOptions());
  if (!account) return null;
  const { state, usage_limit } = account;
  if (state === 'INACTIVE')
    return (
      <Load lines={3}>
        <Inactive />
      </Load>
    );
  if (isCreditUsed(account))
    return (
      <Refused>
        {t`Your free credit is used up, counting open sessions. Enable billing to continue. Existing sessions and invoices stay available.`}
      </Refused>
    );
  if (isCapReached(account))
    return (
      <Refused>
        <Trans>
          The <TextLink to="/change-spending-cap">spending cap</TextLink> for this billing cycle has been reached,
          counting open sessions. Raise it or wait for the next cycle.
        </Trans>
      </Refused>
    );
  if (state === 'ACTIVE' && usage_limit !== undefined)
    return (
      <Load lines={3}>
        <UsageLimit account={account} />
      </Load>
    );
  return null;
}

function UsageLimit({ account }: { account: BillingAccount }) {
  const { bills } = useSuspenseQuery(billsOptions()).data;
  const open = bills.filter(({ state }) => state === 'OPEN');
  const due = open.map(({ amount_due, total }) => amount_due ?? total);
  if (!isUsageLimitReached(account, due)) return null;
  const [bill] = open;
  return (
    <Refused>
      <Trans>The limit before your first payment has been reached, counting open sessions.</Trans>{' '}
      {bill && (
        <Trans>
          Pay <TextLink to={`/bill/${bill.id}`}>your open invoice</TextLink>, and the limit ends.
        </Trans>
      )}{' '}
      <ContactToRaise />
    </Refused>
  );
}

export const ContactToRaise = () => (
  <Trans>
    To raise it,{' '}
    <a href={`mailto:${facts.support_email}`} className="link">
      contact us
    </a>
    .
  </Trans>
);

function Inactive() {
  const { bills } = useSuspenseQuery(billsOptions()).data;
  const unpaid = bills.findLast(({ state }) => state === 'OPEN');
  return (
    <Refused>
      {unpaid ? (
        <Trans>
          <TextLink to={`/bill/${unpaid.id}`}>An invoice</TextLink> is unpaid. Pay it, with another card if you like:
          sessions work again as soon as it is paid. Existing sessions and invoices stay available.
        </Trans>
      ) : (
        <Trans>
          Your trial has ended, or billing was cancelled. Enable billing to continue. Existing sessions and invoices
          stay available.
        </Trans>
      )}
    </Refused>
  );
}

const Refused = ({ children }: { children: ReactNode }) => (
  <Alert tone="warning" title={<Trans>New sessions cannot be created.</Trans>}>
    {children}
  </Alert>
);
