/** In development against the mock, shows its scenarios on each page. No build includes this. */
import type { Plugin } from 'vite';
import { SCENARIO_COOKIE } from '../../openapi/facts/mock-scenarios.ts';

/** `?mock=rejected` sets the scenario before the page makes its first call. */
const takeFromAddress = `
  const named = new URLSearchParams(location.search).get('mock');
  if (named !== null) document.cookie = '${SCENARIO_COOKIE}=' + encodeURIComponent(named) + '; path=/; SameSite=Lax';
`;

export const mockPanel = (): Plugin => ({
  name: 'sigill:mock-panel',
  apply: 'serve',
  transformIndexHtml: () => [
    { tag: 'script', injectTo: 'head-prepend', children: takeFromAddress },
    { tag: 'script', injectTo: 'body', attrs: { type: 'module', src: '/mock/mock-panel.ts' } },
  ],
});
