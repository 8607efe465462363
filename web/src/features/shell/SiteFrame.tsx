import type { ComponentType, ReactNode } from 'react';

/** Everything between the header and the end of a page of the site. */
export const SiteFrame = ({ end: End, children }: { end: ComponentType | undefined; children: ReactNode }) => (
  <>
    {/* The footer begins below the first window height, so that it does not move within it while a screen loads. */}
    <main
      id="main"
      tabIndex={-1}
      className="flex min-h-[calc(100dvh-4.5rem)] grow flex-col pb-24 outline-none print:min-h-0 print:pb-0"
    >
      {children}
    </main>
    {End && <End />}
  </>
);
