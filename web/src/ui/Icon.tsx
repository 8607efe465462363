const paths = {
  arrow: 'M4 12h15M13 6l6 6-6 6',
  back: 'M20 12H5M11 6l-6 6 6 6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  chevron: 'M6 9.5l6 6 6-6',
  external: 'M14 5h5v5M19 5l-8 8M18 14v5H5V6h5',
  eye: 'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12ZM12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6',
  eyeOff:
    'M4 4l16 16M6.5 7.8C5 8.8 3.6 10.2 2.5 12c2.5 4.5 5.8 6.5 9.5 6.5 1.6 0 3.1-.4 4.5-1.1M10 5.7c.7-.1 1.3-.2 2-.2 3.7 0 7 2 9.5 6.5-.7 1.2-1.5 2.3-2.4 3.2',
  google: 'M20.5 12H12.5M20.5 12a8.3 8.3 0 1 1-2.6-6',
  info: 'M12 11v6M12 7.5v.2M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18',
  key: 'M8 8.5a4.5 4.5 0 1 1 0 7 4.5 4.5 0 0 1 0-7M11.5 12H21v3.5M17.5 12v2.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  microsoft: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  minus: 'M6 12h12',
  moon: 'M19.5 14.5A8 8 0 1 1 9.5 4.5a6.5 6.5 0 0 0 10 10',
  nfc: 'M6 8.5a6 6 0 0 1 0 7M10 6a9.5 9.5 0 0 1 0 12M14 3.5a13.5 13.5 0 0 1 0 17',
  pen: 'M4.5 19.5l1-4.5L16 4.5l3.5 3.5L9 18.5ZM13.5 7l3.5 3.5',
  replay: 'M5 12a7.5 7.5 0 1 0 2.5-5.6M5 3.5v4.5h4.5',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M15.5 15.5L20.5 20.5',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  user: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8M4.5 20.5c.8-4 3.6-6 7.5-6s6.7 2 7.5 6',
  warning: 'M12 4L21.5 20H2.5ZM12 10v4.5M12 17.2v.2',
} as const;

export type IconName = keyof typeof paths;

/** Line icons on a grid of 24. They are decorative, because the word is beside them or in the control's label. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}
