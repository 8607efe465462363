import type { ReactNode } from 'react';
import { sealRing } from '../../../../../openapi/facts/seal-shape';

/** Engraved lines that shade a surface. `id` is unique in the HTML document. */
export const Hatch = ({ id }: { id: string }) => (
  <pattern id={id} width="3.2" height="3.2" patternUnits="userSpaceOnUse" patternTransform="rotate(-28)">
    <path d="M0 1.6H3.2" strokeWidth="0.45" className="stroke-accent" />
  </pattern>
);

/** The cover of a closed passport, 132 × 184 around 0,0. */
export const Cover = ({ hatch }: { hatch: string }) => (
  <g className="stroke-accent" fill="none" strokeLinejoin="round">
    <path d="M-60 -88H62Q70 -88 70 -80V84Q70 96 58 96H-56" strokeWidth="0.75" className="fill-raised" />
    <rect x="-66" y="-92" width="132" height="184" rx="8" strokeWidth="1.5" className="fill-accent-wash" />
    <rect x="-66" y="-92" width="132" height="184" rx="8" stroke="none" fill={`url(#${hatch})`} opacity="0.5" />
    <path d="M-57 -92V92M-54 -92V92" strokeWidth="0.6" />
    <path d="M-26 -77H38M-14 -68H26" strokeWidth="2.4" strokeLinecap="round" opacity="0.55" />
    <g transform="translate(6 -30)" strokeWidth="1.1">
      {[0, 10, 20].map((turn) => (
        <path key={turn} d={sealRing} transform={`scale(0.6) rotate(${turn})`} />
      ))}
      <circle r="16" strokeWidth="0.7" />
      <path
        d="M0 -10.4L2.7 -3.4 10.1 -3.4 4.2 1.1 6.4 8.3 0 4 -6.4 8.3 -4.2 1.1 -10.1 -3.4 -2.7 -3.4Z"
        strokeWidth="0.9"
      />
    </g>
    <path d="M-10 44H22" strokeWidth="2" strokeLinecap="round" opacity="0.55" />
    <ChipSymbol x={6} y={68} />
  </g>
);

/** A passport open at the photo page, 196 × 204 around 0,0. The photo page is the lower one, 196 × 130. */
export const DataPage = ({ hatch }: { hatch: string }) => (
  <g className="stroke-accent" fill="none" strokeLinejoin="round">
    <path d="M-98 -26V-94Q-98 -102 -90 -102H90Q98 -102 98 -94V-26Z" strokeWidth="1.2" className="fill-raised" />
    <path
      d="M-84 -84C-50 -100 -20 -62 14 -78S70 -92 84 -76M-84 -74C-50 -90 -20 -52 14 -68S70 -82 84 -66M-84 -64C-50 -80 -20 -42 14 -58S70 -72 84 -56M-84 -54C-50 -70 -20 -32 14 -48S70 -62 84 -46"
      strokeWidth="0.5"
    />
    <path d="M-98 -28V94Q-98 102 -90 102H90Q98 102 98 94V-28Z" strokeWidth="1.5" className="fill-paper" />
    <path d="M-98 -28H98V-19H-98Z" stroke="none" fill={`url(#${hatch})`} />
    <path d="M-98 62H98V94Q98 102 90 102H-90Q-98 102 -98 94Z" stroke="none" className="fill-accent-wash" />
    <Portrait hatch={hatch} />
    <path d="M-26 -4H40M-26 14H14M-26 32H52M-26 48H26" strokeWidth="2.2" strokeLinecap="round" opacity="0.55" />
    <Lines y={[76, 89]} />
  </g>
);

/** The front of an identity card, 190 × 120 around 0,0. */
export const Card = ({ hatch }: { hatch: string }) => (
  <CardBase hatch={hatch}>
    <g transform="translate(0 -16)">
      <Portrait hatch={hatch} />
    </g>
    <path d="M-26 -20H24M-26 -2H52M-26 16H10M-26 34H40" strokeWidth="2.2" strokeLinecap="round" opacity="0.55" />
    <ChipSymbol x={74} y={-16} />
  </CardBase>
);

export const CardBack = ({ hatch }: { hatch: string }) => (
  <CardBase hatch={hatch}>
    <path d="M-95 6H95V51Q95 60 86 60H-86Q-95 60 -95 51Z" stroke="none" className="fill-accent-wash" />
    <path d="M-80 -18H-16M-80 -6H-34" strokeWidth="2.2" strokeLinecap="round" opacity="0.55" />
    <Lines y={[21, 34, 47]} />
  </CardBase>
);

const CardBase = ({ hatch, children }: { hatch: string; children: ReactNode }) => (
  <g className="stroke-accent" fill="none" strokeLinejoin="round">
    <rect x="-95" y="-60" width="190" height="120" rx="9" strokeWidth="1.5" className="fill-paper" />
    <path d="M-95 -34V-51Q-95 -60 -86 -60H86Q95 -60 95 -51V-34Z" stroke="none" fill={`url(#${hatch})`} />
    {children}
  </g>
);

const Lines = ({ y }: { y: number[] }) => (
  <path
    d={y.map((line) => `M-84 ${line}H84`).join('')}
    strokeWidth="4.6"
    strokeDasharray="3.4 2.2"
    className="stroke-ink"
    opacity="0.75"
  />
);

const bust =
  'M-60 -2C-52 -2 -49 4 -49 11S-54 25 -60 25 -71 18 -71 11 -68 -2 -60 -2ZM-80 48C-79 36 -72 30 -60 30S-41 36 -40 48Z';

const Portrait = ({ hatch }: { hatch: string }) => (
  <g strokeWidth="0.9">
    <rect x="-82" y="-10" width="44" height="58" className="fill-accent-wash" />
    <path d={bust} className="fill-paper" />
    <path d={bust} fill={`url(#${hatch})`} />
  </g>
);

/** The mark of a document that has a chip (ICAO Doc 9303-9). */
const ChipSymbol = ({ x, y }: { x: number; y: number }) => (
  <g transform={`translate(${x} ${y})`} strokeWidth="1.5">
    <rect x="-14" y="-8.5" width="28" height="17" rx="1.5" className="fill-paper" />
    <circle r="4" />
    <path d="M-14 0H-4M4 0H14" />
  </g>
);
