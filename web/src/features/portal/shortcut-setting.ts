import { useSyncExternalStore } from 'react';
import { storage } from '../../storage/storage';

const key = 'shortcuts';

/** Whether single-key shortcuts are on. They can be turned off, since speech input types letters (WCAG 2.1.4). */
const areOn = (): boolean => storage.get(key) !== 'off';

export const useShortcutsOn = (): boolean => useSyncExternalStore(storage.subscribe, areOn, areOn);

export function turnShortcuts(on: boolean): void {
  if (on) storage.remove(key);
  else storage.set(key, 'off');
}
