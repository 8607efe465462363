import { Trans, useLingui } from '@lingui/react/macro';
import { billingSelfOptions } from '@sigill/sdk/portal/react-query';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { billsOptions } from '../../api/whole-lists';
import { Alert } from '../../ui/Alert';
import { Load } from '../loading/Load';
import { TextLink } from '../navigation/LocaleLink';
import { isCapReached } from './spending';

/** Says why new sessions are refused and what to do about it. Nothing if they aren't, or if that isn't known. */
export function SessionsRefused() {
  const { t } = useLingui();
  const { data: account } = useQuery(billingSelfOptions());
  if (!account) return null;
  const { state, credit, unit_price } = account;
  if (state === 'INACTIVE')
    return (
      <Load lines={3}>
        <Inactive />
      </Load>
    );
  if (state === 'TRIAL' && Number(credit) < Number(unit_price))
    return (
      <Refused>
        {t`Your free credit is used up. Enable billing to continue. Existing sessions and bills stay available.`}
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
  return null;
}

function Inactive() {
  const { bills } = useSuspenseQuery(billsOptions()).data;
  const unpaid = bills.findLast(({ state }) => state === 'OPEN');
  return (
    <Refused>
      {unpaid ? (
        <Trans>
          <TextLink to={`/bill/${unpaid.id}`}>A bill</TextLink> is unpaid. Pay it, with another card if you like:
          sessions work again as soon as it is paid. Existing sessions and bills stay available.
        </Trans>
      ) : (
        <Trans>
          Your trial has ended, or billing was cancelled. Enable billing to continue. Existing sessions and bills stay
          available.
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
