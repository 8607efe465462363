import { useLingui } from '@lingui/react/macro';

type Props = { supported: boolean; spoken?: keyof typeof visibility };

const visibility = { never: 'sr-only', always: '', wide: 'max-sm:sr-only' };

/** By default, only screen readers get the word, because a legend explains the mark. */
export function SupportMark({ supported, spoken = 'never' }: Props) {
  const { t } = useLingui();
  return (
    <span
      className={`inline-flex items-center gap-2 align-middle whitespace-nowrap ${supported ? 'text-accent' : 'text-muted'}`}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 shrink-0" fill="none" stroke="currentColor">
        <circle cx="8" cy="8" r="7.25" strokeWidth="0.75" strokeDasharray={supported ? undefined : '1.6 2'} />
        <path
          d={supported ? 'M4.6 8.3l2.3 2.3 4.5-5' : 'M5 8h6'}
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className={visibility[spoken]}>{supported ? t`Supported` : t`Not applicable`}</span>
    </span>
  );
}
