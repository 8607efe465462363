import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';

type Props = {
  /** Whether filters or a search are set, so that there may be entries that they hide. */
  filtered: boolean;
  /** What is said, and offered, while there is nothing at all. */
  action?: ReactNode;
  children: ReactNode;
};

/** Stands in the place of a list without entries. Nothing at all is another thing than nothing that matches. */
export function EmptyList({ filtered, action, children }: Props) {
  if (!filtered) return <EmptyState action={action}>{children}</EmptyState>;
  return (
    <EmptyState
      action={
        <Link to="." search={{}} resetScroll={false} className={buttonClass({ variant: 'secondary', size: 'small' })}>
          <Trans>Clear the filters</Trans>
        </Link>
      }
    >
      <Trans>Nothing matches these filters.</Trans>
    </EmptyState>
  );
}
