import { chipPad, sealRing } from '../../../../../openapi/facts/seal-shape';
import { type CheckName, type CheckStatus, checkNames } from '../../../ui/CheckGlyph';

const tones: Record<CheckStatus, string> = {
  PASSED: 'stroke-accent',
  FAILED: 'stroke-danger',
  NOT_PRESENT: 'stroke-accent',
  PENDING: 'stroke-edge',
};

type Props = { results: Record<CheckName, CheckStatus>; className: string };

/**
 * The seal, whose ring has a segment for each of the five checks. It is closed where all have passed; a failed check leaves a gap, and
 * one that was not requested a thin line.
 */
export function ClosingSeal({ results, className }: Props) {
  const isClosed = checkNames.every((name) => results[name] !== 'FAILED' && results[name] !== 'PENDING');
  return (
    <svg viewBox="-50 -50 100 100" aria-hidden="true" className={`seal ${className}`} fill="none">
      {checkNames.map((name, index) => (
        <g key={name} className={`seal-part seal-part-${index} ${tones[results[name]]}`} transform="rotate(-90)">
          {[0, 15].map((turn) => (
            <path
              key={turn}
              d={sealRing}
              pathLength="5"
              strokeDasharray={results[name] === 'FAILED' ? '0.3 4.7' : '1 4'}
              strokeDashoffset={turn / 72 - index}
              strokeWidth={results[name] === 'PASSED' ? 1.7 : 0.7}
              transform={`rotate(${turn})`}
            />
          ))}
        </g>
      ))}
      <circle r="29.5" strokeWidth="0.4" className="seal-pad stroke-hairline" />
      <path
        d={chipPad}
        transform="scale(0.9)"
        strokeWidth="2.2"
        strokeLinejoin="round"
        className={`seal-pad ${isClosed ? 'stroke-accent' : 'stroke-edge'}`}
      />
    </svg>
  );
}
