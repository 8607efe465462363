/** Scrolls only the row of tabs, to centre the current one. */
export function showCurrent(list: HTMLElement | null) {
  const link = list?.querySelector<HTMLElement>('[aria-current]');
  if (!list || !link) return;
  const row = list.getBoundingClientRect();
  const { left, width } = link.getBoundingClientRect();
  list.scrollLeft += left + width / 2 - (row.left + row.width / 2);
}
