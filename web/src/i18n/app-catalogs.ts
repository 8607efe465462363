/** The words that only the app needs. Prerendered pages carry their own, and load none of these. */
import { addCatalogs } from './locale';

const appCatalogs = {
  audit: { en: () => import('./audit/en.po'), es: () => import('./audit/es.po') },
  billing: { en: () => import('./billing/en.po'), es: () => import('./billing/es.po') },
  callbacks: { en: () => import('./callbacks/en.po'), es: () => import('./callbacks/es.po') },
  cards: { en: () => import('./cards/en.po'), es: () => import('./cards/es.po') },
  credentials: { en: () => import('./credentials/en.po'), es: () => import('./credentials/es.po') },
  dashboard: { en: () => import('./dashboard/en.po'), es: () => import('./dashboard/es.po') },
  demo: { en: () => import('./demo/en.po'), es: () => import('./demo/es.po') },
  documents: { en: () => import('./documents/en.po'), es: () => import('./documents/es.po') },
  guides: { en: () => import('./guides/en.po'), es: () => import('./guides/es.po') },
  home: { en: () => import('./home/en.po'), es: () => import('./home/es.po') },
  keys: { en: () => import('./keys/en.po'), es: () => import('./keys/es.po') },
  legal: { en: () => import('./legal/en.po'), es: () => import('./legal/es.po') },
  marketing: { en: () => import('./marketing/en.po'), es: () => import('./marketing/es.po') },
  overview: { en: () => import('./overview/en.po'), es: () => import('./overview/es.po') },
  problems: { en: () => import('./problems/en.po'), es: () => import('./problems/es.po') },
  reference: { en: () => import('./reference/en.po'), es: () => import('./reference/es.po') },
  requests: { en: () => import('./requests/en.po'), es: () => import('./requests/es.po') },
  security: { en: () => import('./security/en.po'), es: () => import('./security/es.po') },
  sessions: { en: () => import('./sessions/en.po'), es: () => import('./sessions/es.po') },
  settings: { en: () => import('./settings/en.po'), es: () => import('./settings/es.po') },
  'sign-in': { en: () => import('./sign-in/en.po'), es: () => import('./sign-in/es.po') },
  users: { en: () => import('./users/en.po'), es: () => import('./users/es.po') },
};
export type AppCatalogs = typeof appCatalogs;

addCatalogs(appCatalogs);
