import encodeQR from 'qr';
import { useMemo } from 'react';

/** A QR code as a single path. It is dark on light in both themes, because cameras expect that. */
export function QrCode({ text, label, className = '' }: { text: string; label: string; className?: string }) {
  const modules = useMemo(() => encodeQR(text, 'raw', { ecc: 'medium', border: 2 }), [text]);
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      viewBox={`0 0 ${modules.length} ${modules.length}`}
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
