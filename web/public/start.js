// Loads a prerendered page's script and its imports after the first paint, which needs none of them, or after 3 s at the latest.
{
  const [entry, ...imports] = document.currentScript.dataset.modules.split(' ');
  const add = (tag, attributes) => document.head.append(Object.assign(document.createElement(tag), attributes));
  // Hydration compares the page with what React renders, so the script runs only once the document is complete. For a slow
  // document, that is long after the first paint.
  const run = () => add('script', { type: 'module', src: entry });
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    for (const href of [entry, ...imports]) add('link', { rel: 'modulepreload', href });
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', run);
    else run();
  };
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  setTimeout(start, 3000);
}
