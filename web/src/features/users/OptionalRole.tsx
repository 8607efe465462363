import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon';

/** Keeps the choice of role collapsed, since most accounts limit nobody. */
export const OptionalRole = ({ children }: { children: ReactNode }) => (
  <details className="border-y border-hairline">
    <summary className="flex min-h-12 list-none items-center justify-between gap-3 py-2 hover:text-accent">
      <Trans>Limit what this person can do</Trans>
      <Icon name="chevron" className="chevron size-5 text-muted" />
    </summary>
    <div className="pb-5">{children}</div>
  </details>
);
