import type { PortalIconName } from '../../content/portal-map';

const paths: Record<PortalIconName, string> = {
  overview: 'M4.5 19.5V12M9.5 19.5V5M14.5 19.5v-5M19.5 19.5V8.5',
  sessions: 'M5 3.5h14v17H5zM5 15h14M12 6.2a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2M8 17.8h8',
  callbacks: 'M3.5 12h10M10 8l4 4-4 4M12 4.5h8.5v15H12',
  keys: 'M8 8.5a4 4 0 1 1 0 7 4 4 0 0 1 0-7M11.2 12h9.3v3.5M17 12v2.5',
  requests: 'M3.5 5h17v14h-17zM7 10l2.5 2.2L7 14.5M12 14.5h5',
  team: 'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7M2.5 19.5c.6-3.3 3-5 6.5-5s5.9 1.7 6.5 5M15.5 5.4a3.5 3.5 0 0 1 0 6.2M18 15c2 .8 3.1 2.3 3.5 4.5',
  audit: 'M6 3.5h12v17l-2-1.5-2 1.5-2-1.5-2 1.5-2-1.5-2 1.5zM9 8h6M9 12h6',
  billing: 'M3 6h18v12.5H3zM3 10h18M6.5 15h4',
  settings: 'M4 8h9M17 8h3M15 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4M4 16h3M11 16h9M9 14a2 2 0 1 1 0 4 2 2 0 0 1 0-4',
};

/** A decorative icon beside the name of a portal page. Kept out of ui/Icon, which visitors load too. */
export const PortalIcon = ({ name, className = 'size-4.5' }: { name: PortalIconName; className?: string }) => (
  <svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    className={`shrink-0 ${className}`}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={paths[name]} />
  </svg>
);
