import { storage, useStored } from './storage';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Applies the theme now. On the next load, public/early.js applies it before the first paint. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  storage.set('theme', theme);
}

export function useTheme(): Theme {
  const stored = useStored('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}
