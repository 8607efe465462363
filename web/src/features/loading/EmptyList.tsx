import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';

type Props = {
  /** Whether filters or a search are set, which may hide entries. */
  filtered: boolean;
  action?: ReactNode;
  children: ReactNode;
};

export function EmptyList({ filtered, action, children }: Props) {
  if (!filtered) return <EmptyState action={action}>{children}</EmptyState>;
  return (
    <EmptyState
      action={
        <Link to="." search={{}} resetScroll={false} className={buttonClass({ variant: 'secondary', size: 'small' })}>
          <Trans>Clear filters</Trans>
        </Link>
      }
    >
      <Trans>Nothing matches these filters.</Trans>
    </EmptyState>
  );
}
