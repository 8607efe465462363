import type { ComponentType } from 'react';

let loaded: ComponentType | undefined;

/** Loads the end of the pages of the site. Who only uses the portal never does. Without it, a page is still one to read. */
export const loadSiteEnd = () =>
  import('./SiteEnd').then(
    ({ SiteEnd }) => {
      loaded = SiteEnd;
    },
    () => {},
  );

/** The end of the pages of the site, once it is loaded. */
export const siteEnd = () => loaded;
