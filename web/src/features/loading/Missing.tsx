import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { LocaleLink } from '../navigation/LocaleLink';

type Props = {
  /** Where to look for it. */
  list: { to: string; name: ReactNode };
  /** Why it may not be there. */
  why: ReactNode;
  children: ReactNode;
};

/** Stands in the place of a thing that does not exist: what is the matter, what may be the reason, and the way to the others. */
export const Missing = ({ list, why, children }: Props) => (
  <EmptyState
    className="pt-0"
    action={
      <LocaleLink to={list.to} className={buttonClass({ variant: 'secondary' })}>
        {list.name}
      </LocaleLink>
    }
  >
    <span className="block text-ink">{children}</span>
    <span className="mt-2 block">{why}</span>
  </EmptyState>
);
