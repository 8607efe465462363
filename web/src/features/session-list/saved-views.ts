/** The views of the session list: the user's own, stored in this browser, and those that the account shares. */
import type { SessionViewListResponse } from '@sigill/sdk/portal';
import { sessionViewListOptions, userSelfOptions } from '@sigill/sdk/portal/react-query';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sigill } from '../../api/client';
import { storage, useStored } from '../../storage/storage';
import { readSearch, type SessionSearch } from './session-search';

export type SavedView = {
  /** Only shared views have an id. */
  id?: number;
  name: string;
  search: SessionSearch;
  /** Undefined in views saved before they included columns. */
  columns?: string[] | undefined;
};

const MOST_OWN = 20;
/** The service's limit. */
export const MOST_SHARED = 50;

const sharedViews = sessionViewListOptions({ limit: 100 });

export function useSavedViews() {
  const queryClient = useQueryClient();
  const { data: user } = useQuery(userSelfOptions());
  const { data } = useQuery(sharedViews);
  // People who use the same browser have separate views.
  const key = `session_views.${user?.id}`;
  const text = useStored(key);
  const own = useMemo(() => parse(text), [text]);
  const shared = useMemo(() => (data?.views ?? []).map(fromShared).toReversed(), [data]);
  const keep = (views: SavedView[]) => storage.set(key, JSON.stringify(views.slice(-MOST_OWN)));
  const others = (...names: (string | undefined)[]) => own.filter(({ name }) => !names.includes(name));

  async function remove(view: SavedView): Promise<void> {
    if (view.id === undefined) return keep(others(view.name));
    await sigill.sessionView.delete({ id: view.id });
    await queryClient.invalidateQueries({ queryKey: sharedViews.queryKey });
  }

  async function save(view: SavedView, isShared: boolean, replaced?: SavedView): Promise<void> {
    const { name, search, columns = [] } = view;
    const content = { name, query: queryOf(search), columns };
    if (isShared && replaced?.id !== undefined) await sigill.sessionView.update({ id: replaced.id, ...content });
    else if (isShared) await sigill.sessionView.create(content);
    else keep([...others(name, replaced?.id === undefined ? replaced?.name : undefined), { name, search, columns }]);
    if (replaced && isShared !== (replaced.id !== undefined)) await remove(replaced);
    if (isShared) await queryClient.invalidateQueries({ queryKey: sharedViews.queryKey });
  }

  return { isReady: user !== undefined, own, shared, save, remove };
}

const queryOf = (search: SessionSearch): string =>
  new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)])).toString();

const fromShared = ({ id, name, query, columns }: SessionViewListResponse['views'][number]): SavedView => ({
  ...{ id, name, columns },
  search: readSearch(Object.fromEntries(new URLSearchParams(query))),
});

/** Another version of the site may have stored the value, in any shape. */
function parse(text = '[]'): SavedView[] {
  try {
    const stored: unknown = JSON.parse(text);
    if (!Array.isArray(stored)) return [];
    return stored.flatMap(({ name, search, columns }: Partial<SavedView>) =>
      typeof name === 'string'
        ? [{ name, search: readSearch({ ...search }), columns: Array.isArray(columns) ? columns : undefined }]
        : [],
    );
  } catch {
    return [];
  }
}
