import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'progress' | 'good' | 'warning' | 'bad';

const tones: Record<Tone, string> = {
  neutral: 'text-muted',
  progress: 'text-ink',
  good: 'text-accent',
  warning: 'text-warning',
  bad: 'text-danger',
};

const marks: Record<Tone, ReactNode> = {
  neutral: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  progress: <path d="M6 2a4 4 0 0 1 0 8z" fill="currentColor" stroke="currentColor" />,
  good: <path d="M2 6.5l2.8 2.8L10 3.5" fill="none" stroke="currentColor" strokeWidth="1.8" />,
  warning: <path d="M6 1.5L11 10.5H1z" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  bad: <path d="M2.5 2.5l7 7M9.5 2.5l-7 7" fill="none" stroke="currentColor" strokeWidth="1.8" />,
};

export function Badge({ children, tone = 'neutral' }: { children: ReactNode; tone?: Tone }) {
  return (
    <span
      className={`inline-flex items-center rounded-sm border border-current px-1.5 text-xs font-medium ${tones[tone]}`}
    >
      {children}
    </span>
  );
}

/** A mark and a word, because colour must not be the only cue. */
export function StateMark({ children, tone }: { children: ReactNode; tone: Tone }) {
  return (
    <span className={`inline-flex items-center gap-2 text-sm whitespace-nowrap ${tones[tone]}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0">
        {marks[tone]}
      </svg>
      {children}
    </span>
  );
}
