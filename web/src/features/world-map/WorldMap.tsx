import './world-map.css';
import { memo, useId } from 'react';
import { Engraving, type Shade } from './Engraving';
import { dots, mapSize, outlines } from './world-map.gen';

type Props = {
  /** By ISO 3166 alpha-2 code. Countries that are not listed show only their outline. */
  shades: Partial<Record<string, Shade>>;
  className?: string;
};

/**
 * The world as an engraving: the lines cross all countries and are denser where the value is higher. Screen readers skip it, so callers
 * must give the same information in words or in a table. Each country has its code in `data-country`.
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
        <Engraving id={id} shade={1} />
        <Engraving id={id} shade={2} />
        <Engraving id={id} shade={3} />
        <Engraving id={id} shade={4} />
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
