import { chipPad, sealRing } from '../../../../../openapi/facts/seal-shape';
import { type CheckName, type CheckStatus, checkNames } from '../../../ui/CheckGlyph';

const tones: Record<CheckStatus, string> = {
  PASSED: 'stroke-accent',
  FAILED: 'stroke-danger',
  NOT_PRESENT: 'stroke-accent',
  PENDING: 'stroke-edge',
};

type Props = {
  /** Without results the seal stays open. */
  results: Record<CheckName, CheckStatus> | undefined;
  className: string;
};

/**
 * The seal, with a ring of one segment for each of the five checks. A failed check leaves a gap, and a check that had nothing to
 * check is a thin line. If no check failed, the ring is closed.
 */
export function ClosingSeal({ results, className }: Props) {
  const statuses = checkNames.map((name) => results?.[name] ?? 'PENDING');
  const isClosed = statuses.every((status) => status !== 'FAILED' && status !== 'PENDING');
  return (
    <svg viewBox="-50 -50 100 100" aria-hidden="true" className={`seal ${className}`} fill="none">
      {statuses.map((status, index) => (
        <g key={checkNames[index]} className={`seal-part seal-part-${index} ${tones[status]}`} transform="rotate(-90)">
          {[0, 15].map((turn) => (
            <path
              key={turn}
              d={sealRing}
              pathLength="5"
              strokeDasharray={status === 'FAILED' ? '0.3 4.7' : '1 4'}
              strokeDashoffset={turn / 72 - index}
              strokeWidth={status === 'PASSED' ? 1.7 : 0.7}
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
