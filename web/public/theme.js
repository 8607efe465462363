// Runs before the first paint, from a file of its own, so that a strict Content-Security-Policy needs no inline script.
(() => {
  const root = document.documentElement;
  if (/^\/es(\/|$)/.test(location.pathname)) root.lang = 'es';
  try {
    const theme = localStorage.getItem('sigill.theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  } catch {
    // Storage can be forbidden; the system's theme is then right.
  }
})();
