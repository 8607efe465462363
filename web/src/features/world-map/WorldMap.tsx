import './world-map.css';
import { memo, useId } from 'react';
import { dots, mapSize, outlines } from './world-map.gen';

/** How densely a country is engraved: 0 is the outline alone. */
export type Shade = 0 | 1 | 2 | 3 | 4;

const strokes = { 1: 0.3, 2: 0.7, 3: 1.1, 4: 1.7 };

type Props = {
  /** By ISO 3166 alpha-2 code. For all other countries, only the outline is shown. */
  shades: Partial<Record<string, Shade>>;
  className?: string;
};

/**
 * The world as an engraving, whose lines are thicker in countries with higher values. Screen readers skip it, so callers must give
 * the same information in words or in a table. Each country has its code in `data-country`.
 */
export const WorldMap = memo(function WorldMap({ shades, className = '' }: Props) {
  const id = useId();
  const fillOf = (code: string) => (shades[code] ? `url(#${id}${shades[code]})` : 'transparent');
  return (
    <svg
      viewBox={`0 0 ${mapSize.width} ${mapSize.height}`}
      aria-hidden="true"
      className={`world-map block h-auto w-full text-accent ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="0.5"
      strokeLinejoin="round"
    >
      <defs>
        {([1, 2, 3, 4] as const).map((shade) => (
          <Engraving key={shade} id={id} shade={shade} />
        ))}
      </defs>
      {Object.entries(outlines).map(([code, path]) => (
        <path key={code} data-country={code} d={path} fill={fillOf(code)} />
      ))}
      {Object.entries(dots).map(([code, [x, y]]) => (
        <circle key={code} data-country={code} cx={x} cy={y} r="2.2" fill={fillOf(code)} />
      ))}
    </svg>
  );
});

/** A pattern named by `id` and shade. All shades have the same spacing and direction, so that lines continue across borders. */
function Engraving({ id, shade }: { id: string; shade: Exclude<Shade, 0> }) {
  return (
    <pattern id={`${id}${shade}`} width="2.8" height="2.8" patternUnits="userSpaceOnUse" patternTransform="rotate(-32)">
      <path d="M0 1.4H2.8" strokeWidth={strokes[shade]} />
    </pattern>
  );
}

export function EngravingSwatch({ shade }: { shade: Shade }) {
  const id = useId();
  return (
    <svg
      viewBox="0 0 24 14"
      aria-hidden="true"
      className="h-3.5 w-6 shrink-0 text-accent"
      fill="none"
      stroke="currentColor"
    >
      {shade > 0 && (
        <defs>
          <Engraving id={id} shade={shade as Exclude<Shade, 0>} />
        </defs>
      )}
      <rect x="0.5" y="0.5" width="23" height="13" strokeWidth="0.75" fill={shade ? `url(#${id}${shade})` : 'none'} />
    </svg>
  );
}
