import type { ReactNode } from 'react';

/** Facts with their names, aligned; on a phone the name stands above. */
export function KeyValue({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <dl className={`divide-y divide-hairline border-y border-hairline ${className}`}>{children}</dl>;
}

export function Fact({ name, mono = false, children }: { name: ReactNode; mono?: boolean; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 py-3 sm:grid-cols-[13rem_1fr]">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={`min-w-0 ${mono ? 'font-mono text-sm break-all' : ''}`}>{children}</dd>
    </div>
  );
}
