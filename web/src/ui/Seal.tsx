import { chipPad, sealRing } from '../../../openapi/facts/seal-shape';

export function Seal({ className }: { className: string }) {
  return (
    <svg viewBox="-50 -50 100 100" className={className} aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="2.4">
        <path d={sealRing} />
        <path d={sealRing} transform="rotate(15)" />
        <path d={chipPad} strokeWidth="3.2" strokeLinejoin="round" />
      </g>
    </svg>
  );
}
