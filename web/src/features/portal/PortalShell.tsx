import type { ReactNode } from 'react';
import { InPortal } from '../page/Page';
import { PortalFooter } from './PortalFooter';
import { PortalNav } from './PortalNav';

/** The frame around the portal's screens. Its space is reserved before it is `ready`, so that nothing moves. */
export function PortalShell({ ready, children }: { ready: boolean; children: ReactNode }) {
  return (
    <InPortal value>
      <div className="portal page grow">
        <div className="portal-rail">{ready && <PortalNav />}</div>
        <main id="main" tabIndex={-1} className="portal-screen flex flex-col pb-24 outline-none print:pb-0">
          {children}
        </main>
      </div>
      {ready && <PortalFooter />}
    </InPortal>
  );
}
