import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState';
import { ButtonLink } from '../navigation/LocaleLink';

type Props = {
  list: { to: string; name: ReactNode };
  why: ReactNode;
  children: ReactNode;
};

/** Shown in place of something that does not exist: what is wrong, the likely reason, and the way to the others. */
export const Missing = ({ list, why, children }: Props) => (
  <EmptyState
    className="pt-0"
    action={
      <ButtonLink to={list.to} variant="secondary">
        {list.name}
      </ButtonLink>
    }
  >
    <span className="block text-ink">{children}</span>
    <span className="mt-2 block">{why}</span>
  </EmptyState>
);
