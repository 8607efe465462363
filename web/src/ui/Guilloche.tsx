import { type ComponentProps, useId, useMemo } from 'react';
import { band, rosettes } from '../../../openapi/facts/guilloche-curves';

type Props = { name: string; wreath?: boolean; className: string } & Omit<ComponentProps<'svg'>, 'name'>;

/** With `wreath`, only the outermost ring is drawn, so that words fit inside. */
export function Guilloche({ name, wreath = false, className, ...placed }: Props) {
  const rings = useMemo(() => (wreath ? rosettes(name, 48).slice(0, 1) : rosettes(name)), [name, wreath]);
  const id = useId();
  return (
    <svg
      {...placed}
      viewBox="-200 -200 400 400"
      aria-hidden="true"
      className={`pointer-events-none ${className}`}
      fill="none"
      stroke="currentColor"
    >
      {rings.map((ring, index) => (
        <g key={ring.path.length} strokeWidth="0.5">
          <path id={`${id}${index}`} d={ring.path} />
          {ring.turns.slice(1).map((turn) => (
            <use key={turn} href={`#${id}${index}`} transform={`rotate(${turn})`} />
          ))}
        </g>
      ))}
    </svg>
  );
}

export function GuillocheBand({ name, className }: { name: string; className: string }) {
  const waves = useMemo(() => band(name, 1440, 56), [name]);
  return (
    <svg
      viewBox="0 -32 1440 64"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={`pointer-events-none block h-16 w-full ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="0.6"
    >
      {waves.map((wave) => (
        <path key={wave} d={wave} />
      ))}
    </svg>
  );
}
