import { type ReactNode, useId } from 'react';
import type { PhoneKind } from '../use-phone';
import { Card, Cover, DataPage, Hatch } from './Documents';
import { Phone, Waves } from './Phone';

export type DocumentKind = 'closed' | 'opened' | 'card';
type Props = { phone: PhoneKind; document: DocumentKind };

/** Scenes are decorative: the sentence beside each says the same. They are mirrored for right-to-left languages. */
function Scene({ children }: { children: (hatch: string) => ReactNode }) {
  const hatch = useId();
  return (
    <svg viewBox="0 0 320 216" aria-hidden="true" className="scene block h-auto w-full">
      <defs>
        <Hatch id={hatch} angle={-28} />
      </defs>
      {children(hatch)}
    </svg>
  );
}

/** The phone scans the lines that unlock the chip. */
export const ScanScene = ({ phone, document }: Props) => (
  <Scene>
    {(hatch) => (
      <>
        <g transform={document === 'card' ? 'translate(160 92)' : 'translate(160 52)'}>
          {document === 'card' ? <Card hatch={hatch} back /> : <DataPage hatch={hatch} />}
        </g>
        <g transform="translate(160 64)" className="arrive">
          <Phone kind={phone}>
            <rect x="-36" y="46" width="72" height="50" rx="3" className="fill-accent-wash" stroke="none" />
            <path
              d={document === 'card' ? 'M-30 60H30M-30 71H30M-30 82H30' : 'M-30 64H30M-30 77H30'}
              strokeWidth="4"
              strokeDasharray="2.9 1.9"
            />
            <path
              d="M-36 56V46H-26M26 46H36V56M36 86V96H26M-26 96H-36V86"
              strokeWidth="2"
              className="stroke-accent"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
            <path d="M-36 50H36" strokeWidth="1.2" className="sweep stroke-accent" />
          </Phone>
        </g>
      </>
    )}
  </Scene>
);

/** The position of the document, and of the phone's antenna on it. */
const places: Record<DocumentKind, { document: string; iphone: number }> = {
  closed: { document: 'translate(160 106)', iphone: 116 },
  opened: { document: 'translate(160 84)', iphone: 122 },
  card: { document: 'translate(160 84)', iphone: 96 },
};

/** The phone is placed on the chip. */
export const PlaceScene = ({ phone, document }: Props) => (
  <Scene>
    {(hatch) => (
      <>
        <g transform={places[document].document}>
          <Drawn document={document} hatch={hatch} />
        </g>
        <g transform={`translate(160 ${top({ phone, document })})`}>
          <g className="arrive arrive-late">
            <Phone kind={phone}>{phone === 'android' && <Chip />}</Phone>
            <g transform={phone === 'android' ? 'translate(0 94)' : undefined}>
              <Waves kind={phone} />
            </g>
          </g>
        </g>
      </>
    )}
  </Scene>
);

/** The phone stays in place until a ring has closed. */
export const HoldScene = ({ phone, document }: Props) => (
  <Scene>
    {(hatch) => (
      <>
        <g transform={places[document].document}>
          <Drawn document={document} hatch={hatch} />
        </g>
        <g transform={`translate(160 ${top({ phone, document })})`}>
          <Phone kind={phone}>
            <g transform={`translate(0 ${phone === 'android' ? 94 : 62})`} className="stroke-accent">
              <circle r="23" strokeWidth="1" className="stroke-hairline" />
              <circle
                r="23"
                strokeWidth="3"
                pathLength="1"
                strokeLinecap="round"
                transform="rotate(-90)"
                className="ring"
              />
              <path
                d="M-9 1L-2.5 7.5 10 -7"
                strokeWidth="3"
                strokeLinecap="round"
                strokeLinejoin="round"
                className="tick"
              />
            </g>
          </Phone>
        </g>
      </>
    )}
  </Scene>
);

function Drawn({ document, hatch }: { document: DocumentKind; hatch: string }) {
  if (document === 'closed') return <Cover hatch={hatch} />;
  return document === 'opened' ? <DataPage hatch={hatch} /> : <Card hatch={hatch} />;
}

const top = ({ phone, document }: Props) => (phone === 'iphone' ? places[document].iphone : 16);

/** The chip below the phone, as if seen through it. */
const Chip = () => (
  <rect x="-11" y="83" width="22" height="22" rx="3" strokeWidth="1" strokeDasharray="2.4 2" className="stroke-rose" />
);
