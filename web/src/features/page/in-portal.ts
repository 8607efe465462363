import { createContext } from 'react';

/** Whether a page is shown within the portal, where headings are smaller and no lines are drawn behind tables. */
export const InPortal = createContext(false);
