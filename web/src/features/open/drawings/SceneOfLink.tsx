/** A chain whose middle link is missing. */
export const SceneOfLink = () => (
  <svg viewBox="-110 -44 220 88" aria-hidden="true" className="mx-auto block h-24 w-auto" fill="none">
    <g className="stroke-accent" strokeWidth="1.5">
      <rect x="-100" y="-20" width="68" height="40" rx="20" />
      <rect x="-92" y="-12" width="52" height="24" rx="12" strokeWidth="0.6" />
      <rect x="32" y="-20" width="68" height="40" rx="20" />
      <rect x="40" y="-12" width="52" height="24" rx="12" strokeWidth="0.6" />
    </g>
    <rect
      x="-34"
      y="-20"
      width="68"
      height="40"
      rx="20"
      strokeWidth="1.5"
      strokeDasharray="3 5"
      className="stroke-rose"
    />
  </svg>
);
