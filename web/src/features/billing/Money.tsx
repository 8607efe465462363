import { useLingui } from '@lingui/react';
import { formatMoney } from './money';

export function Money({ amount, className = '' }: { amount: string; className?: string }) {
  const { i18n } = useLingui();
  return (
    <span className={`font-mono whitespace-nowrap tabular-nums ${className}`}>{formatMoney(amount, i18n.locale)}</span>
  );
}
