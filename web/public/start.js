// Loads the modules of a prerendered page after its first paint, which needs none of them: the script of the page and all that it imports.
{
  const [entry, ...imports] = document.currentScript.dataset.modules.split(' ');
  const add = (tag, attributes) => document.head.append(Object.assign(document.createElement(tag), attributes));
  // React compares the page with what it would render, so this waits for the whole document. A slow one is painted before it is complete.
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
