import { type ReactNode, useId } from 'react';

const looks = { good: 'fill-accent', bad: 'text-danger', quiet: 'text-muted' };

type Props = { share: number; number: ReactNode; look?: keyof typeof looks; className?: string; children: ReactNode };

/** A name and its number, above a bar as long as its share and a hairline for the whole. */
export function NamedBar({ share, number, look = 'good', className = 'h-2', children }: Props) {
  const lines = useId();
  return (
    <>
      <p className="flex items-baseline justify-between gap-4 text-sm">
        {children}
        <span className="font-mono tabular-nums">{number}</span>
      </p>
      <svg aria-hidden="true" className={`mt-1 block w-full ${looks[look]} ${className}`}>
        {look !== 'good' && (
          <defs>
            <Lines id={lines} look={look} />
          </defs>
        )}
        <line x1="0" x2="100%" y1="100%" y2="100%" className="stroke-hairline" strokeWidth="2" />
        <rect
          width={`${Math.min(1, share) * 100}%`}
          height="100%"
          fill={look === 'good' ? undefined : `url(#${lines})`}
        />
      </svg>
    </>
  );
}

/** Hatching that distinguishes looks without colour: slanted lines for what was refused, upright ones for what was not completed. */
export const Lines = ({ id, look }: { id: string; look: 'bad' | 'quiet' }) => (
  <pattern
    id={id}
    width="4"
    height="4"
    patternUnits="userSpaceOnUse"
    {...(look === 'bad' && { patternTransform: 'rotate(45)' })}
  >
    <path d="M1 0V4" stroke="currentColor" strokeWidth={look === 'bad' ? 2.4 : 1.4} />
  </pattern>
);
