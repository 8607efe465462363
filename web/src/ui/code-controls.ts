import { useEffect } from 'react';

let users = 0;
let stopAll: (() => void) | undefined;

/**
 * Makes the tabs and buttons of code blocks work through their attributes, including those on prerendered pages, whose content is
 * not hydrated. All users of the hook share one set of listeners on the document.
 */
export function useCodeControls(): void {
  useEffect(() => {
    if (users++ === 0) stopAll = start();
    return () => {
      if (--users === 0) stopAll?.();
    };
  }, []);
}

function start(): () => void {
  const stop = new AbortController();
  document.addEventListener('click', onClick, { signal: stop.signal });
  document.addEventListener('keydown', moveBetweenTabs, { signal: stop.signal });
  return () => stop.abort();
}

function onClick({ target }: MouseEvent) {
  if (!(target instanceof Element)) return;
  const tab = target.closest('[data-tab]');
  if (tab) selectTab(tab);
  const copy = target.closest<HTMLElement>('[data-copy]');
  if (copy) void copyCode(copy);
}

/** Shows the panel of a tab. An element with `data-code` contains buttons with `data-tab` and as many panels with `data-panel`. */
export function selectTab(tab: Element): void {
  const block = tab.closest('[data-code]');
  const tabs = [...(block?.querySelectorAll<HTMLElement>('[data-tab]') ?? [])];
  const panels = block?.querySelectorAll<HTMLElement>('[data-panel]') ?? [];
  tabs.forEach((other, index) => {
    other.ariaSelected = String(other === tab);
    other.tabIndex = other === tab ? 0 : -1;
    const panel = panels[index];
    if (panel) panel.hidden = other !== tab;
  });
}

function moveBetweenTabs(event: KeyboardEvent) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const tab = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tab]') : null;
  if (!step || !tab) return;
  event.preventDefault();
  const tabs = [...(tab.parentElement?.querySelectorAll<HTMLElement>('[data-tab]') ?? [])];
  const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
  next?.focus();
  if (!next) return;
  selectTab(next);
  next.dispatchEvent(new Event('tabselected', { bubbles: true }));
}

const notice_ms = 2000;

/**
 * A button with `data-copy` copies the visible panel of its block and announces the outcome in its live region, in the words of
 * `data-copied` or `data-refused`.
 */
async function copyCode(button: HTMLElement) {
  const code = button.closest('[data-code]')?.querySelector('[data-panel]:not([hidden])')?.textContent ?? '';
  const words = button.querySelector<HTMLElement>('[data-copied]');
  if (!words || button.dataset['outcome']) return;
  const before = words.textContent;
  const copied = await navigator.clipboard.writeText(code).then(
    () => true,
    () => false,
  );
  button.dataset['outcome'] = copied ? 'copied' : 'refused';
  words.textContent = words.dataset[copied ? 'copied' : 'refused'] ?? before;
  setTimeout(() => {
    delete button.dataset['outcome'];
    words.textContent = before;
  }, notice_ms);
}
