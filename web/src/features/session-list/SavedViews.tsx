import { useLingui } from '@lingui/react/macro';
import { userSelfOptions } from '@sigill/sdk/portal/react-query';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { storage } from '../../storage/storage';
import { Button, buttonClass } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { hasFilters, readSearch, type SessionSearch } from './session-search';

export function SavedViews({ search }: { search: SessionSearch }) {
  const { t } = useLingui();
  const { data: user } = useQuery(userSelfOptions());
  const { views, save } = useSavedViews(user?.id);
  const [naming, setNaming] = useState(false);
  const { cursor: _, ...present } = search;
  const isPresent = (view: SessionSearch) => JSON.stringify(view) === JSON.stringify(present);
  const others = (name: string) => views.filter((view) => view.name !== name);
  const mayKeep = hasFilters(search) && !views.some((view) => isPresent(view.search));
  if (!user || (views.length === 0 && !mayKeep)) return null;
  return (
    <nav aria-label={t`Saved views`} className="flex flex-wrap items-center gap-2">
      {views.map(({ name, search: kept }) => (
        <span key={name} className="inline-flex max-w-full">
          <Link
            to="."
            search={isPresent(kept) ? {} : kept}
            resetScroll={false}
            aria-current={isPresent(kept) ? 'true' : undefined}
            className={`${buttonClass({ variant: 'secondary', size: 'small' })} min-w-0 rounded-r-none ${isPresent(kept) ? 'border-accent! text-accent!' : ''}`}
          >
            <span className="truncate">{name}</span>
          </Link>
          <Button
            variant="secondary"
            size="small"
            aria-label={t`Remove the view ${name}`}
            onClick={() => save(others(name))}
            className="-ml-px rounded-l-none px-2!"
          >
            <Icon name="close" className="size-3.5" />
          </Button>
        </span>
      ))}
      {mayKeep && (
        <Button variant="quiet" size="small" onClick={() => setNaming(true)}>
          {t`Save this view`}
        </Button>
      )}
      {naming && (
        <NameDialog
          onClose={() => setNaming(false)}
          onName={(name) => {
            save([...others(name), { name, search: present }]);
            setNaming(false);
          }}
        />
      )}
    </nav>
  );
}

function NameDialog({ onClose, onName }: { onClose: () => void; onName: (name: string) => void }) {
  const { t } = useLingui();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (name) onName(name);
  }
  return (
    <Dialog open onClose={onClose} title={t`Save this view`}>
      <form onSubmit={submit} className="space-y-6">
        <Field
          label={t`Name`}
          name="name"
          required
          maxLength={40}
          autoComplete="off"
          hint={t`Saved in this browser only.`}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit">{t`Save`}</Button>
        </div>
      </form>
    </Dialog>
  );
}

type SavedView = { name: string; search: SessionSearch };

const MOST = 20;

/** Two people using one browser have separate views. */
function useSavedViews(user_id: number | undefined) {
  const key = `session_views.${user_id}`;
  const text = useSyncExternalStore(
    storage.subscribe,
    () => storage.get(key),
    () => undefined,
  );
  const views = useMemo(() => parse(text), [text]);
  return { views, save: (views: SavedView[]) => storage.set(key, JSON.stringify(views.slice(-MOST))) };
}

/** The stored value may come from another version of the site and have any shape. */
function parse(text = '[]'): SavedView[] {
  try {
    const stored: unknown = JSON.parse(text);
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((view: Partial<SavedView>) =>
      typeof view?.name === 'string' ? [{ name: view.name, search: readSearch({ ...view.search }) }] : [],
    );
  } catch {
    return [];
  }
}
