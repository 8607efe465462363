/** Searches that the user has named. They are stored in the browser, like everything else that the site remembers. */
import { useSyncExternalStore } from 'react';
import { storage } from '../../storage/storage';
import { readSearch, type SessionSearch } from './session-search';

export interface SavedView {
  name: string;
  search: SessionSearch;
}

const MOST = 20;
const none: SavedView[] = [];
let read: { text: string; views: SavedView[] } | undefined;

/** Two people using one browser have separate views. */
const keyOf = (user_id: number) => `session_views.${user_id}`;

export function useSavedViews(user_id: number): SavedView[] {
  const text = useSyncExternalStore(
    storage.subscribe,
    () => storage.get(keyOf(user_id)),
    () => undefined,
  );
  if (text === undefined) return none;
  if (read?.text !== text) read = { text, views: parse(text) };
  return read.views;
}

export function saveView(user_id: number, view: SavedView, views: SavedView[]): void {
  const { cursor: _, ...search } = view.search;
  const others = views.filter(({ name }) => name !== view.name);
  storage.set(keyOf(user_id), JSON.stringify([...others, { name: view.name, search }].slice(-MOST)));
}

export function removeView(user_id: number, name: string, views: SavedView[]): void {
  storage.set(keyOf(user_id), JSON.stringify(views.filter((view) => view.name !== name)));
}

/** The stored value may come from another version of the site and have any shape. */
function parse(text: string): SavedView[] {
  try {
    const stored: unknown = JSON.parse(text);
    if (!Array.isArray(stored)) return none;
    return stored.flatMap((view: Partial<SavedView>) =>
      typeof view?.name === 'string' ? [{ name: view.name, search: readSearch({ ...view.search }) }] : [],
    );
  } catch {
    return none;
  }
}
