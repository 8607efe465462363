import { useId } from 'react';

/** How densely a country is engraved: 0 is the outline alone. */
export type Shade = 0 | 1 | 2 | 3 | 4;

const strokes = { 1: 0.3, 2: 0.7, 3: 1.1, 4: 1.7 };

/** Lines of equal spacing and direction, so that they continue from country to country, as a pattern named by `id` and shade. */
export function Engraving({ id, shade }: { id: string; shade: Exclude<Shade, 0> }) {
  return (
    <pattern id={`${id}${shade}`} width="2.8" height="2.8" patternUnits="userSpaceOnUse" patternTransform="rotate(-32)">
      <path d="M0 1.4H2.8" strokeWidth={strokes[shade]} />
    </pattern>
  );
}

/** A shade of the map, for a legend. */
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
