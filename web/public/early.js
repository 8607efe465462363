// Runs before the first paint, in a separate file, so that a strict Content-Security-Policy needs no inline script.
(() => {
  const root = document.documentElement;
  if (/^\/es(\/|$)/.test(location.pathname)) root.lang = 'es';
  try {
    const theme = localStorage.getItem('sigill.theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    // The page /new-password needs the email address that the previous step has left in the history state.
    if (/\/new-password$/.test(location.pathname) && !history.state?.email)
      location.replace(location.href.replace('/new-password', '/recover-password'));
    // The app redirects signed-in users. Until then the page stays hidden.
    const isForVisitors = /\/(sign-in|sign-up|recover-password|google|microsoft)$/.test(location.pathname);
    if (isForVisitors && localStorage.getItem('sigill.credentials')) root.dataset.leaving = '';
    // A provider always returns to the English address, so a Spanish visitor is redirected.
    const kept = new URLSearchParams(location.search).get('state') + localStorage.getItem('sigill.state');
    if (/\/(google|microsoft)$/.test(location.pathname) && root.lang !== 'es' && kept.includes('"locale":"es"'))
      root.dataset.leaving = '';
  } catch {
    // Storage can be forbidden; the system's theme is then right.
  }
  // Remembers Control-K or Command-K if pressed before the page is hydrated, and keeps the browser from handling it.
  addEventListener('keydown', (event) => {
    if (root.dataset.palette === 'alive' || event.key.toLowerCase() !== 'k' || event.ctrlKey === event.metaKey) return;
    if (event.altKey || event.shiftKey) return;
    event.preventDefault();
    root.dataset.palette = 'asked';
  });
  addEventListener('click', ({ target }) => {
    if (root.dataset.palette === 'alive' || !(target instanceof Element)) return;
    if (target.closest('[data-opens="palette"]')) root.dataset.palette = 'asked';
  });
  // Remembers Enter in a form whose button is still disabled, unless more is typed afterwards.
  addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
    if (target.form?.querySelector('[type="submit"]:disabled')) target.form.dataset.entered = '';
  });
  addEventListener('input', ({ target }) => delete target.form?.dataset.entered);
  // A link pressed before hydration loads a new document. This adds the `state` of the current address to the address of the link.
  const state = new URLSearchParams(location.search).get('state');
  addEventListener('click', ({ target, defaultPrevented }) => {
    const link = state && target instanceof Element ? target.closest('a[href]') : null;
    if (!link || defaultPrevented || link.origin !== location.origin) return;
    const url = new URL(link.href);
    if (!url.searchParams.has('state')) url.searchParams.set('state', state);
    link.href = url.href;
  });
})();
