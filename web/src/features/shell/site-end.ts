import type { ComponentType } from 'react';

let loaded: ComponentType | undefined;

/** Portal users never load this. Without it, a page can still be read. */
export const loadSiteEnd = () =>
  import('./SiteEnd').then(
    ({ SiteEnd }) => {
      loaded = SiteEnd;
    },
    () => {},
  );

export const siteEnd = () => loaded;
