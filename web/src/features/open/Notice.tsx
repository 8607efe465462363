/** Shown for a link without a session: what is wrong and what helps. There is nothing useful to press. */
export const Notice = ({ title, text }: { title: string; text: string }) => (
  <div className="mx-auto max-w-form space-y-5 text-center">
    <BrokenChain />
    <ArrivingHeading title={title} className="text-3xl" />
    <p className="text-muted">{text}</p>
  </div>
);

/**
 * The heading of content that replaces other content. It takes the focus, because the previously focused element is gone, and screen
 * readers announce the new one.
 */
export const ArrivingHeading = ({ title, className }: { title: string; className: string }) => (
  <h1 ref={focus} tabIndex={-1} className={`display outline-none ${className}`}>
    {title}
  </h1>
);

const focus = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });

/** A chain whose middle link is missing. */
const BrokenChain = () => (
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
