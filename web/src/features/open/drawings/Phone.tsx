import type { ReactNode } from 'react';
import type { PhoneKind } from '../use-phone';

/** A phone seen from the front, 92 × 188, with its top edge at 0,0. Children are drawn on its screen. */
export function Phone({ kind, children }: { kind: PhoneKind; children?: ReactNode }) {
  const [outer, inner] = kind === 'iphone' ? [17, 13] : [11, 7];
  return (
    <g fill="none" className="stroke-ink">
      <rect x="-46" width="92" height="188" rx={outer} strokeWidth="1.6" className="fill-raised" />
      <rect x="-41.5" y="4.5" width="83" height="179" rx={inner} strokeWidth="0.7" className="fill-paper" />
      {kind === 'iphone' ? (
        <rect x="-13" y="9" width="26" height="7" rx="3.5" className="fill-ink" stroke="none" />
      ) : (
        <circle cy="12" r="3" className="fill-ink" stroke="none" />
      )}
      {children}
    </g>
  );
}

/** The field between phone and chip. It spreads from the antenna: upwards from the top edge, or from the middle in all directions. */
export const Waves = ({ kind }: { kind: PhoneKind }) => (
  <g fill="none" className="stroke-rose" strokeWidth="2" strokeLinecap="round">
    {[0, 1, 2].map((wave) => {
      const radius = 18 + wave * 11;
      const reach = radius * 0.77;
      const rise = radius * 0.64;
      return kind === 'iphone' ? (
        <path
          key={wave}
          d={`M${-reach} ${4 - rise}A${radius} ${radius} 0 0 1 ${reach} ${4 - rise}`}
          className={`wave wave-${wave}`}
        />
      ) : (
        <circle key={wave} r={radius} className={`wave wave-${wave}`} />
      );
    })}
  </g>
);
