import { type ReactNode, useId } from 'react';
import type { PhoneKind } from '../use-browser';
import { Card, CardBack, Cover, DataPage, Hatch } from './Documents';

export type DocumentKind = 'closed' | 'opened' | 'card';
type Props = { phone: PhoneKind; document: DocumentKind };
type Drawing = (props: { hatch: string }) => ReactNode;

/** Scenes are decorative, because the sentence beside each says the same. They are mirrored for right-to-left languages. */
function Scene({ Document, y, children }: { Document: Drawing; y: number; children: ReactNode }) {
  const hatch = useId();
  return (
    <svg viewBox="0 0 320 216" aria-hidden="true" className="scene block h-auto w-full">
      <defs>
        <Hatch id={hatch} />
      </defs>
      <g transform={`translate(160 ${y})`}>
        <Document hatch={hatch} />
      </g>
      {children}
    </svg>
  );
}

export function ScanScene({ phone, document }: Props) {
  const isCard = document === 'card';
  return (
    <Scene Document={isCard ? CardBack : DataPage} y={isCard ? 92 : 52}>
      <g transform="translate(160 64)" className="arrive">
        <Phone kind={phone}>
          <rect x="-36" y="46" width="72" height="50" rx="3" className="fill-accent-wash" stroke="none" />
          <path
            d={isCard ? 'M-30 60H30M-30 71H30M-30 82H30' : 'M-30 64H30M-30 77H30'}
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
    </Scene>
  );
}

export const PlaceScene = (scene: Props) => (
  <OnDocument {...scene}>
    <g className="arrive arrive-late">
      <Phone kind={scene.phone}>{scene.phone === 'android' && <Chip />}</Phone>
      <g transform={scene.phone === 'android' ? 'translate(0 94)' : undefined}>
        <Waves kind={scene.phone} />
      </g>
    </g>
  </OnDocument>
);

export const HoldScene = (scene: Props) => (
  <OnDocument {...scene}>
    <Phone kind={scene.phone}>
      <g transform={`translate(0 ${scene.phone === 'android' ? 94 : 62})`} className="stroke-accent">
        <circle r="23" strokeWidth="1" className="stroke-hairline" />
        <circle r="23" strokeWidth="3" pathLength="1" strokeLinecap="round" transform="rotate(-90)" className="ring" />
        <path d="M-9 1L-2.5 7.5 10 -7" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" className="tick" />
      </g>
    </Phone>
  </OnDocument>
);

/** Each document with its position, and the position at which the antenna of an iPhone is over its chip. */
const places: Record<DocumentKind, { Document: Drawing; y: number; iphone: number }> = {
  closed: { Document: Cover, y: 106, iphone: 116 },
  opened: { Document: DataPage, y: 84, iphone: 122 },
  card: { Document: Card, y: 84, iphone: 96 },
};

function OnDocument({ phone, document, children }: Props & { children: ReactNode }) {
  const { iphone, ...place } = places[document];
  return (
    <Scene {...place}>
      <g transform={`translate(160 ${phone === 'iphone' ? iphone : 16})`}>{children}</g>
    </Scene>
  );
}

const Chip = () => (
  <rect x="-11" y="83" width="22" height="22" rx="3" strokeWidth="1" strokeDasharray="2.4 2" className="stroke-rose" />
);

/** A phone seen from the front, 92 × 188, with its top edge at 0,0. Children are drawn on its screen. */
function Phone({ kind, children }: { kind: PhoneKind; children?: ReactNode }) {
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

/**
 * The field between phone and chip. It spreads from the antenna: upwards from the top edge of an iPhone, or from the middle of
 * other phones in all directions.
 */
const Waves = ({ kind }: { kind: PhoneKind }) => (
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
