import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { chipPad, sealRing } from '../../../../openapi/facts/seal-shape';

export function TwoWays() {
  const { t } = useLingui();
  return (
    <div className="mb-16 grid gap-x-8 gap-y-10 md:grid-cols-2">
      <Way
        label={t`Drawing: three chip files are hashed, one signature covers the hashes, and the signature traces back to the state’s seal.`}
        drawing={<Chip />}
        wash
      >
        <Trans>Each file has its hash, each hash is signed, and the signature traces back to the state.</Trans>
      </Way>
      <Way
        label={t`Drawing: a camera’s frame over a tilted document with a glare across it, and below it a scale with a needle.`}
        drawing={<Photo />}
      >
        <Trans>The camera sees a surface. Someone decides how good it has to look.</Trans>
      </Way>
    </div>
  );
}

type WayProps = { label: string; drawing: ReactNode; wash?: boolean; children: ReactNode };

const Way = ({ label, drawing, wash = false, children }: WayProps) => (
  <figure>
    <svg
      viewBox="0 0 560 320"
      role="img"
      aria-label={label}
      className={`h-auto w-full rounded-md border border-hairline ${wash ? 'bg-accent-wash' : 'bg-sunken'}`}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawing}
    </svg>
    <figcaption className="mt-3 text-sm text-muted text-balance">{children}</figcaption>
  </figure>
);

const files = [
  { name: 'DG1', hash: '5f2a…c1' },
  { name: 'DG2', hash: 'b804…9e' },
  { name: 'DG15', hash: '1d77…42' },
];

function Chip() {
  return (
    <g className="stroke-accent">
      {files.map(({ name, hash }, index) => {
        const y = 56 + index * 76;
        return (
          <g key={name}>
            <path d={`M40 ${y}h58l14 14v44h-72z`} className="fill-raised" />
            <path d={`M98 ${y}v14h14`} />
            <text x="76" y={y + 38} textAnchor="middle" className="fill-ink stroke-none font-mono text-base">
              {name}
            </text>
            <path d={`M120 ${y + 30}H164`} strokeDasharray="1 6" strokeWidth="1.6" />
            <text x="172" y={y + 35} className="fill-muted stroke-none font-mono text-base">
              {hash}
            </text>
            <path d={`M262 ${y + 30}C298 ${y + 30} 286 160 322 160`} />
          </g>
        );
      })}
      <g transform="translate(352 160)">
        <rect x="-30" y="-30" width="60" height="60" rx="8" className="fill-raised" />
        <path d={chipPad} strokeWidth="1.6" />
      </g>
      <path d="M386 160H424" strokeWidth="1.6" />
      <path d="M416 152l9 8-9 8" strokeWidth="1.6" />
      <g transform="translate(486 160)">
        <circle r="50" className="fill-raised stroke-none" />
        <path d={sealRing} transform="scale(1.18)" strokeWidth="1.2" />
        <path d={sealRing} transform="scale(1.18) rotate(15)" strokeWidth="1.2" />
        <path d="M-14 1l10 10 18-22" strokeWidth="3" />
      </g>
    </g>
  );
}

const scale = Array.from({ length: 27 }, (_, step) => `M${150 + step * 10} 284v${step % 5 === 0 ? -12 : -6}`).join('');

function Photo() {
  return (
    <>
      <g transform="rotate(-7 280 128)" className="stroke-muted">
        <rect x="160" y="52" width="240" height="152" rx="9" className="fill-raised" />
        <rect x="180" y="76" width="62" height="78" className="fill-sunken" />
        <path d="M211 92a13 13 0 1 1-.1 0M188 154c2-22 12-28 23-28s21 6 23 28" />
        <g strokeWidth="5" className="stroke-hairline">
          <path d="M264 84H372M264 104H340M264 124H356" />
        </g>
        <g strokeWidth="3" strokeDasharray="4 4">
          <path d="M180 174H380M180 188H380" />
        </g>
        {/* The glare, which makes the text below it illegible. */}
        {[0, 6, 12, 18, 24, 30, 36].map((x) => (
          <path key={x} d={`M${300 + x} 54L${252 + x} 202`} className="stroke-paper" strokeWidth="4" />
        ))}
      </g>
      <g className="stroke-ink" strokeWidth="2.4">
        <path d="M132 66V34H164M396 34H428V66M428 190V222H396M164 222H132V190" />
      </g>
      <g className="stroke-muted">
        <path d={`M150 284H410${scale}`} />
      </g>
      <path d="M352 290V250M346 256l6-8 6 8" className="stroke-warning" strokeWidth="2" />
      <path d="M318 290V262" className="stroke-ink" strokeWidth="1.4" strokeDasharray="3 4" />
      <text x="370" y="262" className="fill-muted stroke-none font-mono text-base">
        0.87 ?
      </text>
    </>
  );
}
