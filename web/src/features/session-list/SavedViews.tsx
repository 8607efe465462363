import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../api/later';
import { Button, buttonClass } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { showColumns, useColumns } from './columns';
import { type SavedView, useSavedViews } from './saved-views';
import { hasFilters, type SessionSearch } from './session-search';

// Loaded on demand, because people mostly use views without editing them.
const ViewDialog = lazyPart(async () => (await import('./ViewDialog')).ViewDialog);

export function SavedViews({ search }: { search: SessionSearch }) {
  const { t } = useLingui();
  const views = useSavedViews();
  const columns = useColumns();
  const [edited, edit] = useState<SavedView | 'new'>();
  const { cursor: _, ...present } = search;
  const isPresent = (view: SavedView) => JSON.stringify(view.search) === JSON.stringify(present);
  const all = [...views.shared, ...views.own];
  const mayKeep = hasFilters(search) && !all.some(isPresent);
  if (!views.isReady || (all.length === 0 && !mayKeep)) return null;
  return (
    <nav aria-label={t`Saved views`} className="flex flex-wrap items-center gap-2">
      {all.map((view) => (
        <ViewLink key={view.id ?? view.name} view={view} isPresent={isPresent(view)} onEdit={() => edit(view)} />
      ))}
      {mayKeep && (
        <Button variant="quiet" size="small" onClick={() => edit('new')}>
          {t`Save this view`}
        </Button>
      )}
      {edited && (
        <Suspense>
          <ViewDialog
            view={edited === 'new' ? undefined : edited}
            present={{ search: present, columns }}
            views={views}
            onClose={() => edit(undefined)}
          />
        </Suspense>
      )}
    </nav>
  );
}

type ViewLinkProps = { view: SavedView; isPresent: boolean; onEdit: () => void };

function ViewLink({ view: { id, name, search, columns }, isPresent, onEdit }: ViewLinkProps) {
  const { t } = useLingui();
  const isShared = id !== undefined;
  return (
    <span className="inline-flex max-w-full">
      <Link
        to="."
        search={isPresent ? {} : search}
        resetScroll={false}
        aria-current={isPresent ? 'true' : undefined}
        onClick={() => !isPresent && columns && showColumns(columns)}
        title={isShared ? t`Shared with the team` : undefined}
        className={`${buttonClass({ variant: 'secondary', size: 'small' })} min-w-0 rounded-r-none ${isPresent ? 'border-accent! text-accent!' : ''}`}
      >
        {isShared && <Icon name="user" className="size-4" />}
        <span className="truncate">{name}</span>
      </Link>
      <Button
        variant="secondary"
        size="small"
        aria-label={t`Edit the view ${name}`}
        onClick={onEdit}
        className="-ml-px rounded-l-none px-2!"
      >
        <Icon name="pen" className="size-3.5" />
      </Button>
    </span>
  );
}
