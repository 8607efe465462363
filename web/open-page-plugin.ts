import type { Plugin } from 'vite';

/** Does in development what the service does: serves the session page's own document at /open and in each of its languages. */
export const openPage = (): Plugin => ({
  name: 'sigill:open-page',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((req, _res, next) => {
      req.url = req.url?.replace(/^\/(?:[a-z]{2}\/)?open(?=\?|$)/, '/open.html');
      next();
    });
  },
});
