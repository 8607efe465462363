import type { ComponentType } from 'react';

let loaded: ComponentType | undefined;

/** Loads the end of the site's pages. Portal users never load it. Without it, a page can still be read. */
export const loadSiteEnd = () =>
  import('./SiteEnd').then(
    ({ SiteEnd }) => {
      loaded = SiteEnd;
    },
    () => {},
  );

/** The end of the site's pages, once loaded. */
export const siteEnd = () => loaded;
