import type { ReactNode } from 'react';

/** On a phone, a fact that does not fit beside its name is shown below it. */
export const KeyValue = ({ children }: { children: ReactNode }) => (
  <dl className="divide-y divide-hairline border-y border-hairline">{children}</dl>
);

type FactProps = { name: ReactNode; value?: ReactNode; mono?: boolean; children?: ReactNode };

export function Fact({ name, value, mono = false, children = value }: FactProps) {
  if (!children) return null;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 py-3 text-sm sm:grid sm:grid-cols-[min(11rem,40%)_1fr]">
      <dt className="text-muted">{name}</dt>
      <dd className={`min-w-0 wrap-anywhere ${mono ? 'font-mono text-xs' : ''}`}>{children}</dd>
    </div>
  );
}
