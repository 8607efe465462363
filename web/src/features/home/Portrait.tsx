import type { ComponentProps } from 'react';
import { portraitLines } from './portrait.gen';

const lines_id = 'portrait-lines';

/** The engraved portrait in the drawn passport. Its lines are in the page only once. `repeated` refers to them. */
export function Portrait({ repeated = false, ...placed }: { repeated?: boolean } & ComponentProps<'svg'>) {
  return (
    <svg {...placed} viewBox="12 44 196 256" preserveAspectRatio="xMidYMid slice" aria-hidden="true" overflow="hidden">
      <rect x="-20" width="280" height="320" className="fill-accent-wash" />
      {repeated ? (
        <use href={`#${lines_id}`} className="fill-accent" />
      ) : (
        <path id={lines_id} d={portraitLines} transform="scale(0.1)" className="fill-accent" />
      )}
      <g fill="none" className="stroke-accent" strokeLinecap="round">
        <Eye x={96} />
        <Eye x={144} />
        <path d="M123 146q6 22 7 29q-4 6 -13 4q-5 -1 -7 -4" strokeWidth="1.6" />
        <path
          d="M103 198q9 -4 17 -1q8 -3 17 1q-17 5 -34 0Z"
          className="fill-accent"
          fillOpacity="0.55"
          strokeWidth="1.2"
        />
        <path d="M110 209q10 3 20 0" strokeWidth="1" />
      </g>
    </svg>
  );
}

const Eye = ({ x }: { x: number }) => (
  <>
    <path d={`M${x - 12} 145q12 -11 24 0q-12 7 -24 0Z`} className="fill-accent-wash" strokeWidth="1.4" />
    <circle cx={x} cy="143.5" r="4.2" className="fill-accent" stroke="none" />
    <circle cx={x - 1.4} cy="142" r="1.2" className="fill-accent-wash" stroke="none" />
    <path d={`M${x - 14} 129q14 -8 28 0`} strokeWidth="3" />
  </>
);
