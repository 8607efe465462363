import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon';
import { LocaleLink } from '../navigation/LocaleLink';

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

type MoreProps = { to: string; className?: string; children: string };

export function MoreLink({ to, className = 'mt-4 min-h-10', children }: MoreProps) {
  // The arrow follows the last word, also where the link takes two lines, and never stands on a line of its own.
  const last = children.lastIndexOf(' ') + 1;
  return (
    <LocaleLink to={to} className={`link inline-flex items-center ${className}`}>
      <span>
        {children.slice(0, last)}
        <span className="whitespace-nowrap">
          {children.slice(last)}
          <Icon name="arrow" className="ml-2 inline-block size-4" />
        </span>
      </span>
    </LocaleLink>
  );
}
