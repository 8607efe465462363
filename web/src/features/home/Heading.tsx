import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon';
import { LocaleLink } from '../navigation/LocaleLink';

/** The heading of a section of the home page. */
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

export function MoreLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <LocaleLink to={to} className="link mt-4 inline-flex min-h-10 items-center gap-2">
      {children}
      <Icon name="arrow" className="size-4" />
    </LocaleLink>
  );
}
