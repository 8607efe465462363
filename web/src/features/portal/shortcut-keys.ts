import { portalPages, settingsPage } from '../../content/portal-map';
import { storage, useStored } from '../../storage/storage';
import { mayOpen } from '../app/may-open';

const pause_ms = 1500;

/** The element that a single key presses or, if the element is a field, focuses. */
const pressed: Record<string, string> = {
  '/': '[data-opens=palette]',
  c: 'main [data-create]',
  f: 'main [type=search]',
  j: 'main [rel=next]',
  k: 'main [rel=prev]',
};

type ShortcutActions = { goTo: (path: string) => void; showAll: () => void };

/** Lets single keys navigate the portal until the returned function is called. Ignores keys typed into a field. */
export function followShortcuts({ goTo, showAll }: ShortcutActions): () => void {
  let asked_at = Number.NEGATIVE_INFINITY;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTyping(event))
      return;
    const isSecond = event.timeStamp - asked_at < pause_ms;
    asked_at = Number.NEGATIVE_INFINITY;
    const page =
      isSecond &&
      [...portalPages, settingsPage].find(({ letter, path }) => letter === event.key.toLowerCase() && mayOpen(path));
    if (page) goTo(page.path);
    else if (event.key === 'g') asked_at = event.timeStamp;
    else if (isSecond) return;
    else if (event.key === '?') showAll();
    else {
      const target = document.querySelector<HTMLElement>(pressed[event.key] ?? 'none');
      if (!target) return;
      target.focus();
      target.click();
    }
    event.preventDefault();
  };
  addEventListener('keydown', onKeyDown);
  return () => removeEventListener('keydown', onKeyDown);
}

function isTyping({ target, isComposing }: KeyboardEvent): boolean {
  if (isComposing || document.querySelector('dialog[open]')) return true;
  return (
    target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=menu]') !== null
  );
}

const key = 'shortcuts';

/** Whether single-key shortcuts are on. They can be turned off, since speech input types letters (WCAG 2.1.4). */
export const useShortcutsOn = (): boolean => useStored(key) !== 'off';

export function turnShortcuts(on: boolean): void {
  if (on) storage.remove(key);
  else storage.set(key, 'off');
}
