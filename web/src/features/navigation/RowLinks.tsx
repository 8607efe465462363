import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon';
import { LocaleLink } from './LocaleLink';

export const RowLinks = ({ children }: { children: ReactNode }) => (
  <div className="divide-y divide-hairline border-y border-hairline text-sm font-medium">{children}</div>
);

const rowClass = 'flex min-h-12 w-full items-center justify-between ';

/** A row that links to a page. If the page is unavailable, it is a disabled button with the reason at its end. */
export const RowLink = (props: { to: string; unavailable?: ReactNode; danger?: boolean; children: ReactNode }) =>
  props.unavailable ? (
    <button type="button" disabled className={`${rowClass}text-muted`}>
      {props.children}
      <span className="font-normal">{props.unavailable}</span>
    </button>
  ) : (
    <LocaleLink to={props.to} className={rowClass + (props.danger ? 'text-danger' : 'hover:text-accent')}>
      {props.children}
      <Icon name="chevron" className="size-4 -rotate-90" />
    </LocaleLink>
  );
