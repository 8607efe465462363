import { plural, selectOrdinal, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { BillingState, CustomerBill, StoredPaymentMethod } from '@sigill/sdk/portal';
import type { Tone } from '../../ui/Badge';

export function useBillingStates(): Record<BillingState, { word: string; tone: Tone }> {
  const { t } = useLingui();
  return {
    TRIAL: { word: t`Trial`, tone: 'progress' },
    ACTIVE: { word: t`Active`, tone: 'good' },
    INACTIVE: { word: t`Inactive`, tone: 'bad' },
  };
}

export function useBillStates(): Record<NonNullable<CustomerBill['state']>, { word: string; tone: Tone }> {
  const { t } = useLingui();
  return {
    OPEN: { word: t`Unpaid`, tone: 'warning' },
    PAID: { word: t`Paid`, tone: 'good' },
    WAIVED: { word: t`Nothing to pay`, tone: 'neutral' },
    CARRIED_OVER: { word: t`Added to the next invoice`, tone: 'neutral' },
    CREDITED: { word: t`Credited`, tone: 'neutral' },
    UNCOLLECTIBLE: { word: t`Written off`, tone: 'neutral' },
  };
}

export function usePaymentFailures(): Record<NonNullable<CustomerBill['payment_failure']>, string> {
  const { t } = useLingui();
  return {
    DECLINED: t`The bank declined the last charge.`,
    INSUFFICIENT_FUNDS: t`The last charge was declined because there is not enough money on the card.`,
    EXPIRED: t`The last charge was declined because the card has expired.`,
    DEAD: t`The bank has declined the card for good.`,
    AUTHENTICATION_REQUIRED: t`The bank asks you to confirm the payment, so we cannot charge the card without you.`,
    NO_CARD: t`There is no card that can be charged.`,
  };
}

export function useMethodName(): (method: Pick<StoredPaymentMethod, 'type' | 'alias'>) => string {
  const { t } = useLingui();
  return ({ type, alias = '' }) => (type === 'INVOICE' ? t`Invoice` : t`Card ending in ${alias}`);
}

export function useDaysLeft(): (days: number) => string {
  const { t } = useLingui();
  return (days) => t`${plural(days, { one: '# day left', other: '# days left' })}`;
}

export const cycleStart = (day: number): string =>
  t`Begins the ${selectOrdinal(day, { one: '#st', two: '#nd', few: '#rd', other: '#th' })} every month`;
