import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CheckGlyph, type CheckName, type CheckStatus, checkTones } from './CheckGlyph';

export type Check = { name: CheckName; status: CheckStatus; fact?: ReactNode };

type Props = { checks: Check[]; stacked?: boolean; className?: string };

export function useCheckWords() {
  const { t } = useLingui();
  const names: Record<CheckName, string> = {
    issuer: t`Issuer`,
    signature: t`Signature`,
    data: t`Data`,
    clone: t`Clone`,
    face: t`Face`,
  };
  const words: Record<CheckStatus, string> = {
    PENDING: t`waiting`,
    PASSED: t`passed`,
    FAILED: t`failed`,
    NOT_PRESENT: t`not present`,
  };
  return { names, words };
}

/** The five checks of a verification, always in the same order, so that people learn it only once. */
export function CheckMarks({ checks, stacked = false, className = '' }: Props) {
  const { names, words } = useCheckWords();
  return (
    <ul className={`check-marks grid gap-x-4 gap-y-3 ${className}`}>
      {checks.map(({ name, status, fact }) => (
        <li
          key={name}
          className={`check-mark flex min-w-0 gap-3 ${stacked || fact ? 'items-start' : 'items-center'} ${stacked ? 'sm:flex-col sm:gap-2' : ''} ${checkTones[status]}`}
        >
          <CheckGlyph name={name} status={status} />
          <span className="min-w-0 text-sm text-ink">
            <span className={`font-medium ${stacked ? 'sm:block' : ''}`}>{names[name]}</span>{' '}
            <span className={`text-xs ${checkTones[status]}`}>{words[status]}</span>
            {fact && <span className="block text-xs text-muted">{fact}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
