import type { Plugin } from 'vite';

/** In development, what the service does: the page of a session has a document of its own, at /open and in each of its languages. */
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
