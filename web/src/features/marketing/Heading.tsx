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
    <LocaleLink to={to} className={`link inline-flex items-center ${className}`}>
      {/* The arrow follows the last word, also where the link takes two lines, and never stands on a line of its own. */}
      <span className="pe-6">
        {children}
        <Icon name="arrow" className="absolute ml-2 mt-1.5 inline-block size-4" />
      </span>
    </LocaleLink>
  );
}
