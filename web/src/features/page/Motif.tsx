import type { ReactNode } from 'react';
import { chipPad, sealRing } from '../../../../openapi/facts/seal-shape';

const count = (to: number) => Array.from({ length: to }, (_, index) => index);

const repeated = (shape: ReactNode, times: number, transform: (index: number) => string) =>
  count(times).map((index) => (
    <g key={index} transform={transform(index)}>
      {shape}
    </g>
  ));

const waves = (spread: number) =>
  count(13).map((index) => (
    <circle key={index} r={40 + index * 12} pathLength="100" strokeDasharray={`${spread} ${100 - spread}`} />
  ));

const chip = <path d={chipPad} vectorEffect="non-scaling-stroke" />;
const seal = <path d={sealRing} pathLength="100" strokeWidth="0.25" />;
const page = <rect x="-70" y="-100" width="140" height="200" rx="10" />;

const zone = <path d={`M-190 0${'l-7 5l7 5m16 -10'.repeat(24)}`} />;

const motifs: Record<string, ReactNode> = {
  '/integration-guide': repeated(zone, 16, (index) => `translate(0 ${index * 24 - 190})`),
  '/api-guide': repeated(<path d="M0 -190V190" />, 30, (index) => `rotate(${index * 6})`),
  '/web-integration-guide': repeated(
    <rect x="-150" y="-95" width="300" height="190" rx="8" />,
    14,
    (index) => `scale(${1 - index * 0.06}) rotate(${index * 3})`,
  ),
  '/android-integration-guide': <g transform="rotate(100)">{waves(30)}</g>,
  '/ios-integration-guide': <g transform="rotate(160)">{waves(22)}</g>,
  '/react-native-guide': repeated(<ellipse rx="185" ry="70" />, 12, (index) => `rotate(${index * 15})`),
  '/computer-reader': repeated(chip, 9, (index) => `scale(${2 + index})`),
  '/reader-protocol': repeated(
    <path d={`M-190 0${'h14v-12h14v12'.repeat(14)}`} />,
    14,
    (index) => `translate(${index * -7} ${index * 28 - 180})`,
  ),
  '/failure-guide': count(15).map((ring) => (
    <circle key={ring} r={16 + ring * 12} pathLength="100" strokeDasharray="78 22" transform={`rotate(${ring * 47})`} />
  )),
  '/changelog': count(17).map((ring) => (
    <circle key={ring} r={14 + ring * 11} cx={6 * Math.round(Math.sin(ring * 2) * 1.5)} cy={ring} />
  )),
  'supported-documents': repeated(page, 16, (index) => `rotate(${index * 11 - 80} 0 130)`),
  privacy: repeated(<circle r="95" />, 24, (index) => `rotate(${index * 15}) translate(92 0)`),
  terms: repeated(<path d="M-190 -60Q-60 60 0 0T190 60" />, 18, (index) => `translate(0 ${index * 15 - 130})`),
  old_demo: repeated(
    <rect x="-80" y="-80" width="160" height="160" rx="20" />,
    14,
    (index) => `rotate(${index * 6.4}) scale(${2 - index * 0.1})`,
  ),
  demo: <g transform="rotate(130)">{waves(38)}</g>,
  reader: repeated(chip, 12, (index) => `rotate(${index * 7.5}) scale(9.5)`),
  'broken-link': (
    <>
      <g strokeDasharray="50 50">{repeated(seal, 4, (index) => `translate(0 14) scale(${2.4 + index * 0.5})`)}</g>
      <g strokeDasharray="50 50" transform="rotate(180)">
        {repeated(seal, 4, (index) => `translate(0 14) scale(${2.4 + index * 0.5})`)}
      </g>
    </>
  ),
};

export const hasMotif = (name: string): boolean => name in motifs;

export const Motif = ({ name, className }: { name: string; className: string }) => (
  <svg
    viewBox="-200 -200 400 400"
    aria-hidden="true"
    className={`pointer-events-none ${className}`}
    fill="none"
    stroke="currentColor"
    strokeWidth="0.6"
  >
    {motifs[name]}
  </svg>
);
