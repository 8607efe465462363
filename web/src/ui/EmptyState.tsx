import type { ReactNode } from 'react';

type Props = { children: ReactNode; action?: ReactNode; className?: string };

export function EmptyState({ children, action, className = '' }: Props) {
  return (
    <div className={`flex flex-col items-start gap-4 py-8 ${className}`}>
      <svg
        viewBox="0 0 240 40"
        aria-hidden="true"
        className="h-10 w-60 text-accent opacity-70"
        fill="none"
        stroke="currentColor"
        strokeWidth="0.75"
      >
        {[0, 1, 2, 3].map((wave) => (
          <path
            key={wave}
            d={`M0 20C20 ${2 + wave * 5} 40 ${38 - wave * 5} 60 20S100 ${2 + wave * 5} 120 20S160 ${38 - wave * 5} 180 20S220 ${8 + wave * 3} 240 20`}
          />
        ))}
      </svg>
      <p className="measure">{children}</p>
      {action}
    </div>
  );
}
