import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { paymentMethodsOptions } from '../../api/whole-lists';
import { Badge, StateMark } from '../../ui/Badge';
import { EmptyState } from '../../ui/EmptyState';
import { LocaleLink } from '../navigation/LocaleLink';
import { Expiry } from './BillingDates';
import { useMethodName } from './billing-texts';

export function PaymentMethodList() {
  const { t } = useLingui();
  const { payment_methods } = useSuspenseQuery(paymentMethodsOptions()).data;
  const nameOf = useMethodName();
  if (payment_methods.length === 0)
    return <EmptyState>{t`No payment methods yet. Add one to enable billing.`}</EmptyState>;
  return (
    <ul className="divide-y divide-hairline border-y border-hairline">
      {payment_methods.map((method) => (
        <li key={method.id}>
          <LocaleLink
            to={`/payment-method/${method.id}`}
            className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1 py-4 hover:text-accent sm:grid-cols-[1fr_auto_5.5rem]"
          >
            <span>{nameOf(method)}</span>
            <span className="text-sm text-muted max-sm:order-last max-sm:col-span-2">
              {method.state === 'INACTIVE' ? (
                <StateMark tone="warning">{t`Cannot be charged`}</StateMark>
              ) : (
                method.expires && (
                  <Trans>
                    Expires <Expiry month={method.expires} />
                  </Trans>
                )
              )}
            </span>
            <span className="text-end">{method.primary && <Badge tone="good">{t`Primary`}</Badge>}</span>
          </LocaleLink>
        </li>
      ))}
    </ul>
  );
}
