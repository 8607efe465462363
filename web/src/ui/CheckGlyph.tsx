import type { CheckResult } from '@sigill/sdk/portal';

export const checkNames = ['issuer', 'signature', 'data', 'clone', 'face'] as const;
export type CheckName = (typeof checkNames)[number];
export type CheckStatus = CheckResult | 'PENDING';

const glyphs: Record<CheckName, string> = {
  issuer:
    'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M5.3 18.7l2.1-2.1M16.6 7.4l2.1-2.1',
  signature: 'M3 16c4-1 7-11 5-12S5 14 7 16s4-6 5.5-5-1 5 .5 5 2-4 3.5-4 .5 3 2 3H21M3 20.5h18',
  data: 'M6 3h8.5L18 6.5V21H6zM14 3v4h4M9 11h6M9 14h6M9 17h4',
  clone: 'M4 4h11v11H4zM9 19.5h10.5V9M17.5 17.5l4 4M21.5 17.5l-4 4',
  face: 'M12 4.5c2.5 0 4 1.9 4 4.3 0 2.7-1.8 5.2-4 5.2s-4-2.5-4-5.2c0-2.4 1.5-4.3 4-4.3M4.5 20.5c.9-3.4 3.7-5 7.5-5s6.6 1.6 7.5 5',
};

const ticks: Record<CheckStatus, string> = {
  PENDING: 'M4 6h.01M6 6h.01M8 6h.01',
  PASSED: 'M2.5 6.5l2.5 2.5 4.5-5.5',
  FAILED: 'M3 3l6 6M9 3l-6 6',
  NOT_PRESENT: 'M3 6h6',
};

export const checkTones: Record<CheckStatus, string> = {
  PENDING: 'text-muted',
  PASSED: 'text-accent',
  FAILED: 'text-danger',
  NOT_PRESENT: 'text-muted',
};

type Props = { name: CheckName; status: CheckStatus; className?: string };

export function CheckGlyph({ name, status, className = 'size-10' }: Props) {
  return (
    <svg
      viewBox="0 0 40 40"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle
        cx="20"
        cy="20"
        r="18.5"
        strokeWidth="1"
        strokeDasharray={status === 'NOT_PRESENT' || status === 'PENDING' ? '2 3' : undefined}
      />
      <path d={glyphs[name]} transform="translate(8 8)" strokeWidth="1.4" />
      <circle cx="33" cy="33" r="6.5" stroke="none" className="fill-paper" />
      <path d={ticks[status]} transform="translate(27 27)" strokeWidth="2" />
    </svg>
  );
}
