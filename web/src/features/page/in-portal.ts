import { createContext } from 'react';

/** Whether a page is shown within the portal: its headings are smaller there, and no lines are drawn behind its tables. */
export const InPortal = createContext(false);
