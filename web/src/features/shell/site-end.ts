import type { ComponentType } from 'react';

let loaded: ComponentType | undefined;

/** The portal never loads this. If it fails, the page can still be read. */
export const loadSiteEnd = () =>
  import('./SiteEnd').then(
    ({ SiteEnd }) => {
      loaded = SiteEnd;
    },
    () => {},
  );

export const siteEnd = () => loaded;
