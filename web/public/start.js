// Loads the modules of a prerendered page after its first paint, which needs none of them: the script of the page and all that it imports.
{
  const [entry, ...imports] = document.currentScript.dataset.modules.split(' ');
  const add = (tag, attributes) => document.head.append(Object.assign(document.createElement(tag), attributes));
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    for (const href of imports) add('link', { rel: 'modulepreload', href });
    add('script', { type: 'module', src: entry });
  };
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  setTimeout(start, 3000);
}
