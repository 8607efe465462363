import { loadLater } from '../../api/later';

/** Loads the dialog's code when a button with `data-try` is pressed. */
export function startTryIt(): () => void {
  const stop = new AbortController();
  document.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-try]') : null;
      if (!button || button.ariaBusy) return;
      button.ariaBusy = 'true';
      void loadLater(() => import('./TryIt'))
        .then(({ openTryIt }) => openTryIt(button.dataset['try'] ?? ''))
        .finally(() => {
          button.ariaBusy = null;
        });
    },
    { signal: stop.signal },
  );
  return () => stop.abort();
}
