import { type ReactNode, useId } from 'react';

/** One chart of the overview: a hairline, its name, and a note beside the name. */
export function Panel({
  title,
  aside,
  className = '',
  children,
}: {
  title: ReactNode;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`min-w-0 border-t border-hairline pt-5 ${className}`}>
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="display text-lg">
          {title}
        </h2>
        {aside && <p className="text-xs text-muted">{aside}</p>}
      </div>
      {children}
    </section>
  );
}

/** Shown instead of an empty chart. */
export const NothingYet = ({ children }: { children: ReactNode }) => (
  <p className="border-y border-dashed border-hairline py-8 text-center text-sm text-muted">{children}</p>
);
