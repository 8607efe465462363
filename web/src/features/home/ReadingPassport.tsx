import './passport.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { chipPad, sealRing } from '../../../../openapi/facts/seal-shape';
import { buttonClass } from '../../ui/Button';
import { type Check, CheckMarks } from '../../ui/CheckMarks';
import { Guilloche } from '../../ui/Guilloche';
import { Icon } from '../../ui/Icon';
import { Portrait } from './Portrait';

export function ReadingPassport() {
  const { t } = useLingui();
  return (
    <figure className="reading min-w-0">
      <PassportPage
        label={t`Drawing of a specimen passport whose machine-readable zone and chip are read. The seal closes over it.`}
      />
      <CheckMarks checks={useDrawnChecks()} stacked className="mt-6 sm:grid-cols-5" />
      <figcaption className="mt-3 flex items-center justify-between gap-4 text-xs text-muted">
        <Trans>Drawn specimen. Every session shows the same five marks.</Trans>
        <button
          type="button"
          data-replay
          className={`${buttonClass({ variant: 'quiet', size: 'small' })} motion-reduce:hidden`}
        >
          <Icon name="replay" className="size-4" />
          <Trans>Replay</Trans>
        </button>
      </figcaption>
    </figure>
  );
}

export function useDrawnChecks(): Check[] {
  const { t } = useLingui();
  return [
    { name: 'issuer', status: 'PASSED', fact: t`State on the trust list` },
    { name: 'signature', status: 'PASSED', fact: <span className="whitespace-nowrap">ECDSA P-256</span> },
    { name: 'data', status: 'PASSED', fact: t`Unchanged since issue` },
    { name: 'clone', status: 'PASSED', fact: t`The original chip` },
    { name: 'face', status: 'NOT_PRESENT', fact: t`Only if requested` },
  ];
}

const mrz = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO9008124F3404159ZE184226B<<<<<14'];

const fields: { label: string; value: string; x: number; y: number }[] = [
  { label: 'Type', value: 'P', x: 216, y: 78 },
  { label: 'Code', value: 'UTO', x: 286, y: 78 },
  { label: 'Passport No.', value: 'L898902C3', x: 376, y: 78 },
  { label: 'Surname', value: 'ERIKSSON', x: 216, y: 128 },
  { label: 'Given names', value: 'ANNA MARIA', x: 216, y: 178 },
  { label: 'Nationality', value: 'UTOPIA', x: 216, y: 228 },
  { label: 'Date of birth', value: '12 AUG 1990', x: 346, y: 228 },
  { label: 'Sex', value: 'F', x: 216, y: 278 },
  { label: 'Date of expiry', value: '15 APR 2034', x: 346, y: 278 },
];

/** passport.css animates the parts by their class names. */
function PassportPage({ label }: { label: string }) {
  return (
    <svg viewBox="0 0 640 450" role="img" aria-label={label} className="passport h-auto w-full overflow-visible">
      <defs>
        <clipPath id="page-clip">
          <rect width="640" height="450" rx="10" />
        </clipPath>
        {mrz.map((line, index) => (
          <clipPath key={line} id={`mrz-clip-${index}`}>
            <rect className={`mrz-reveal mrz-reveal-${index}`} x="28" y={368 + index * 34} width="584" height="34" />
          </clipPath>
        ))}
      </defs>

      <g clipPath="url(#page-clip)">
        <rect width="640" height="450" className="fill-raised" />
        <Guilloche name="passport" x="330" y="-90" width="480" height="480" className="text-accent opacity-25" />
        <Guilloche name="utopia" x="-150" y="120" width="420" height="420" className="text-rose opacity-16" />
        <rect y="352" width="640" height="98" className="fill-sunken" />
        <path d="M0 352H640" className="stroke-hairline" />
      </g>
      <rect x="0.5" y="0.5" width="639" height="449" rx="10" fill="none" className="stroke-edge" />

      <text x="28" y="38" className="fill-ink font-serif" fontSize="19" letterSpacing="3">
        UTOPIA
      </text>
      <text x="216" y="38" className="fill-muted font-sans" fontSize="11" letterSpacing="2.4">
        PASSPORT
      </text>
      <text x="462" y="38" className="fill-muted font-sans" fontSize="11" letterSpacing="2.4" fontWeight="600">
        SPECIMEN
      </text>
      <ChipSymbol />
      <Portrait x="28" y="66" width="158" height="206" />
      {fields.map(({ label, value, x, y }) => (
        <g key={label}>
          <text x={x} y={y} className="fill-muted font-sans" fontSize="9.5">
            {label}
          </text>
          <text x={x} y={y + 19} className="fill-ink font-mono" fontSize="15">
            {value}
          </text>
        </g>
      ))}

      {mrz.map((line, index) => (
        <text
          key={line}
          x="30"
          y={392 + index * 34}
          textLength="580"
          clipPath={`url(#mrz-clip-${index})`}
          className="fill-ink font-mono"
          fontSize="20"
        >
          {line}
        </text>
      ))}

      <g transform="translate(556 268) rotate(-9)">
        <g className="seal-mark text-accent" fill="none" stroke="currentColor">
          <path d={sealRing} pathLength="1" className="seal-ring" strokeWidth="1.6" transform="scale(1.36)" />
          <path
            d={sealRing}
            pathLength="1"
            className="seal-ring seal-ring-late"
            strokeWidth="1.6"
            transform="scale(1.36) rotate(15)"
          />
          <path
            id="seal-legend"
            d="M0 39A39 39 0 1 1 0.1 39"
            pathLength="1"
            className="seal-ring seal-ring-late"
            strokeWidth="0.6"
          />
          <text
            className="seal-chip fill-accent stroke-none font-sans"
            fontSize="6.4"
            fontWeight="600"
            letterSpacing="0.9"
            dy="8"
          >
            <textPath href="#seal-legend" textLength="235">
              CHIP READ · SIGNATURE VALID · CHIP READ · SIGNATURE VALID ·
            </textPath>
          </text>
          <path d={chipPad} className="seal-chip" strokeWidth="2" strokeLinejoin="round" transform="scale(0.86)" />
        </g>
      </g>
    </svg>
  );
}

function ChipSymbol() {
  return (
    <g transform="translate(588 33)" fill="none" className="stroke-accent">
      <rect x="-20" y="-12" width="40" height="24" rx="2" strokeWidth="2" />
      <circle r="5.5" strokeWidth="2" />
      <path d="M-20 0H-5.5M5.5 0H20" strokeWidth="2" />
      {[30, 46, 62].map((radius, index) => (
        <circle key={radius} r={radius} strokeWidth="1" className={`chip-wave chip-wave-${index}`} />
      ))}
    </g>
  );
}
