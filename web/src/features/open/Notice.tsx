export const Notice = ({ title, text }: { title: string; text: string }) => (
  <div className={endingClass}>
    <div className="space-y-8 lg:self-center">
      <BrokenChain className="h-24 lg:hidden" />
      <div className="space-y-4">
        <ArrivingHeading title={title} />
        <p className="measure text-lg">{text}</p>
      </div>
    </div>
    <div className="rounded-md border border-hairline bg-raised p-8 max-lg:hidden">
      <BrokenChain className="mx-auto my-14 h-32" />
    </div>
  </div>
);

/** The layout of the page at the end of a visit: the text is below a drawing on a phone, and beside it on a computer. */
export const endingClass = 'grid gap-x-20 gap-y-10 lg:grid-cols-[minmax(0,1fr)_25rem]';

/**
 * The heading of content that replaces other content. It takes the focus, because the focused element is gone, and so that screen
 * readers announce the new content.
 */
export const ArrivingHeading = ({ title }: { title: string }) => (
  <h1 ref={focus} tabIndex={-1} className="display text-3xl outline-none sm:text-4xl">
    {title}
  </h1>
);

const focus = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });

const BrokenChain = ({ className }: { className: string }) => (
  <svg viewBox="-102 -44 204 88" aria-hidden="true" className={`block w-auto ${className}`} fill="none">
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
