import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/Button';

type Paged = { cursor?: string };

const look = buttonClass({ variant: 'secondary', size: 'small' });

export function CursorLinks({ cursor, next_cursor }: Paged & { next_cursor?: string }) {
  const { t } = useLingui();
  if (!cursor && !next_cursor) return null;
  return (
    <nav aria-label={t`Pages`} className="mt-6 flex flex-wrap gap-3">
      {cursor && <Link to="." search={({ cursor: _, ...rest }: Paged) => rest} className={look}>{t`Newest`}</Link>}
      {next_cursor && (
        <Link to="." search={(search: Paged) => ({ ...search, cursor: next_cursor })} className={look}>{t`Older`}</Link>
      )}
    </nav>
  );
}
