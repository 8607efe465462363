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

type MoreProps = { to: string; className?: string; children: ReactNode };

/** Prevents a line break between a word and the icon after it (CSS Text 3, section 5.1). */
const WORD_JOINER = '\u2060';

export function MoreLink({ to, className = 'mt-4 min-h-10', children }: MoreProps) {
  return (
    <LocaleLink to={to} className={`link inline-flex items-center ${className}`}>
      <span>
        {children}
        <span aria-hidden="true">
          {WORD_JOINER}
          <Icon name="arrow" className="ml-2 inline-block size-4" />
        </span>
      </span>
    </LocaleLink>
  );
}
