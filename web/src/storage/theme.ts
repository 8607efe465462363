import { useSyncExternalStore } from 'react';
import { storage } from './storage';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Sets the theme of the document and remembers it. On the next load public/early.js applies it before the first paint. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  storage.set('theme', theme);
}

export const useTheme = (): Theme => useSyncExternalStore(storage.subscribe, currentTheme, () => 'system');

function currentTheme(): Theme {
  const stored = storage.get('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}
