/**
 * Moves the focus in a menu (ARIA APG, menu): cyclically with the arrow keys, to the ends with Home and End, and with a letter to the
 * next item that begins with it. @returns whether the key was one of these.
 */
export function moveInMenu(menu: HTMLElement, key: string): boolean {
  const items = [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')];
  const current = items.findIndex((item) => item.matches(':focus'));
  const moves: Record<string, number> = {
    ArrowDown: (current + 1) % items.length,
    ArrowUp: (current <= 0 ? items.length : current) - 1,
    Home: 0,
    End: items.length - 1,
  };
  const target = moves[key] ?? (key.length === 1 && key !== ' ' ? startingWith(items, key, current) : undefined);
  if (target === undefined) return false;
  items[target]?.focus();
  return true;
}

function startingWith(items: HTMLElement[], letter: string, current: number): number | undefined {
  const begins = ({ textContent }: HTMLElement) =>
    textContent?.trim().toLocaleLowerCase().startsWith(letter.toLocaleLowerCase());
  const later = items.findIndex((item, index) => index > current && begins(item));
  const found = later < 0 ? items.findIndex(begins) : later;
  return found < 0 ? undefined : found;
}
