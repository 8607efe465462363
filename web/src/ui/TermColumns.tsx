import type { ReactNode } from 'react';

export const TermColumns = ({ children, className }: { children: ReactNode; className: string }) => (
  <dl className={`grid gap-x-12 gap-y-8 border-t border-hairline pt-10 sm:grid-cols-3 ${className}`}>{children}</dl>
);

export const Term = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="font-medium">{name}</dt>
    <dd className="mt-1 text-sm text-muted">{children}</dd>
  </div>
);
