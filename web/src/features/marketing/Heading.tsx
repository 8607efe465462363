import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon';
import { LocaleLink } from '../navigation/LocaleLink';

type Props = { to: string; className?: string; children: ReactNode };

export function Heading({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <>
      <p className="caps">{label}</p>
      <h2 id={id} className="display mt-3 text-3xl">
        {children}
      </h2>
    </>
  );
}

export function MoreLink({ to, className = 'mt-4 min-h-10', children }: Props) {
  return (
    <LocaleLink to={to} className={`link inline-flex items-center gap-2 ${className}`}>
      {children}
      <Icon name="arrow" className="size-4" />
    </LocaleLink>
  );
}
