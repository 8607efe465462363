import { correction, generate } from 'lean-qr/nano';
import { useMemo } from 'react';

const BORDER = 2;

/** Dark on light in both themes, as cameras expect. */
export function QrCode({ text, label, className = '' }: { text: string; label: string; className?: string }) {
  const { path, size } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      viewBox={`${-BORDER} ${-BORDER} ${size + 2 * BORDER} ${size + 2 * BORDER}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={`rounded-sm bg-scanned-paper text-scanned-ink forced-color-adjust-none ${className}`}
      fill="currentColor"
    >
      <path d={path} />
    </svg>
  );
}

function drawn(text: string): { path: string; size: number } {
  const { get, size } = generate(text, { minCorrectionLevel: correction.M });
  const all = Array.from({ length: size }, (_, at) => at);
  const path = all.flatMap((y) => all.map((x) => (get(x, y) ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { path, size };
}
