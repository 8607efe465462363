import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState';
import { ButtonLink } from '../navigation/LocaleLink';

type Props = { what: ReactNode; list: { to: string; name: ReactNode }; children: ReactNode };

export const Missing = ({ what, list, children }: Props) => (
  <EmptyState
    className="pt-0"
    action={
      <ButtonLink to={list.to} variant="secondary">
        {list.name}
      </ButtonLink>
    }
  >
    <span className="block text-ink">{what}</span>
    <span className="mt-2 block">{children}</span>
  </EmptyState>
);
