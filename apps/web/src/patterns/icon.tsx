import type { CSSProperties } from 'react';

/** Line icons on a 20 px grid, one path each. */
const PATHS = {
  dashboard: 'M3.5 3.5h5.5v6.5h-5.5zM11.5 3.5h5v3.5h-5zM11.5 9.5h5v7h-5zM3.5 12.5h5.5v4h-5.5z',
  orders: 'M5 2.5h10v15H5zM7.5 6.5h5M7.5 10h5M7.5 13.5h3',
  tickets: 'M3 5h14v3.2a1.8 1.8 0 000 3.6V15H3v-3.2a1.8 1.8 0 000-3.6zM12 5v1.8M12 9.1v1.8M12 13.2V15',
  tracking: 'M10 17.5s5.5-5 5.5-9a5.5 5.5 0 10-11 0c0 4 5.5 9 5.5 9zM10 6.5a2 2 0 100 4 2 2 0 000-4z',
  overview: 'M3.5 7V3.5H7M13 3.5h3.5V7M16.5 13v3.5H13M7 16.5H3.5V13M10 8.5v3M8.5 10h3',
  quotes: 'M3.5 3.5h6.5l6.5 6.5-6.5 6.5-6.5-6.5zM7 6.8v.4',
  invoices: 'M5 2.5h10v15l-2-1.3-1.5 1.3-1.5-1.3-1.5 1.3-1.5-1.3-2 1.3zM7.5 6.5h5M7.5 9.5h5M7.5 12.5h3',
  payments: 'M2.5 5h15v10.5h-15zM2.5 8.5h15M5.5 12.5h3',
  wallet: 'M3 5.5h12v2h2v8.5H3zM3 5.5V4h10v1.5M13 11.8h1.5',
  approve: 'M3 3.5h14v13H3zM6.5 10l2.5 2.5 4.5-5',
  cart: 'M2.5 3.5h2l2 9.5h8.5l2-7H5.2M7.5 15.8v.4M13.5 15.8v.4',
  statements: 'M5 2.5h10v15l-2-1.4-1.6 1.4-1.4-1.4-1.4 1.4L7 16.1 5 17.5zM7.5 6.5h5M7.5 9.5h5M10 12.5h2.5',
  people:
    'M7.5 4a2.8 2.8 0 100 5.6 2.8 2.8 0 000-5.6zM2.5 16c.4-2.7 2.4-4.1 5-4.1s4.6 1.4 5 4.1M13 4.3a2.6 2.6 0 010 5M14.5 12.2c1.7.5 2.7 1.8 3 3.8',
  support: 'M10 2.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15zM7.8 7.8a2.2 2.2 0 113.2 2c-.7.4-1 .8-1 1.7M10 14v.2',
  registrations: 'M4 3h12v14H4zM7 12.8c.3-1.5 1.4-2.3 3-2.3s2.7.8 3 2.3M10 5.8a1.7 1.7 0 100 3.4 1.7 1.7 0 000-3.4z',
  edit: 'M4 16l.7-3.2L13 4.5l2.5 2.5-8.3 8.3zM11.5 6L14 8.5',
  trash: 'M4 5.5h12M8 5.5V3.5h4v2M5.5 5.5l.7 11h7.6l.7-11M8.5 8.5v5M11.5 8.5v5',
  picture: 'M3 4h14v12H3zM3 13l4-4 3.5 3.5L13 10l4 4M13 7v.2',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  collapse: 'M3 4h14v12H3zM8 4v12M13.5 8l-2 2 2 2',
  expand: 'M3 4h14v12H3zM8 4v12M11.5 8l2 2-2 2',
  back: 'M16 10H4.5M9 5l-5 5 5 5',
  chevron: 'M6 8l4 4 4-4',
  next: 'M8 6l4 4-4 4',
  check: 'M4.5 10.5l3.5 3.5 7.5-8',
  close: 'M5 5l10 10M15 5L5 15',
  more: 'M4.2 10a.8.8 0 101.6 0 .8.8 0 10-1.6 0zM9.2 10a.8.8 0 101.6 0 .8.8 0 10-1.6 0zM14.2 10a.8.8 0 101.6 0 .8.8 0 10-1.6 0z',
  person: 'M10 3.5a3.2 3.2 0 100 6.4 3.2 3.2 0 000-6.4zM4 16.8c.5-3 2.9-4.6 6-4.6s5.5 1.6 6 4.6',
  logout: 'M8 3.5H4v13h4M8.5 10H17M13.5 6.5L17 10l-3.5 3.5',
  sun: 'M10 6.5a3.5 3.5 0 100 7 3.5 3.5 0 000-7zM10 2v2M10 16v2M2 10h2M16 10h2M4.3 4.3l1.4 1.4M14.3 14.3l1.4 1.4M4.3 15.7l1.4-1.4M14.3 5.7l1.4-1.4',
  moon: 'M16.5 12A7 7 0 018 3.5a7 7 0 108.5 8.5z',
  system: 'M3 4h14v9.5H3zM7 17h6M10 13.5V17',
  info: 'M10 2.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15zM10 9v5M10 6.2v.2',
  alert: 'M10 3l8 14H2zM10 8v4M10 14.3v.2',
  phone: 'M4 3.5h3l1.5 4-2 1.5a9 9 0 004.5 4.5l1.5-2 4 1.5v3c0 .6-.5 1-1 1A13 13 0 013 4.5c0-.5.4-1 1-1z',
  mail: 'M2.5 4.5h15v11h-15zM3 5l7 6 7-6',
  plug: 'M7 2.5v4M13 2.5v4M5 6.5h10v3a5 5 0 01-10 0zM10 14.5v3',
  search: 'M9 3.5a5.5 5.5 0 100 11 5.5 5.5 0 000-11zM13 13l4 4',
  previous: 'M12 6l-4 4 4 4',
  plus: 'M10 4.5v11M4.5 10h11',
  minus: 'M4.5 10h11',
  fitWidth: 'M3 4v12M17 4v12M6 10h8M8 7.5L5.5 10 8 12.5M12 7.5l2.5 2.5-2.5 2.5',
  download: 'M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13',
  print: 'M6 7V3h8v4M6 14H3.5V7.5h13V14H14M6 11.5h8V17H6z',
  chat: 'M3 4h14v10H9l-3.5 3v-3H3zM6.5 7.5h7M6.5 10.5h4',
  assistant: 'M9 3.5l1.7 4.3L15 9.5l-4.3 1.7L9 15.5l-1.7-4.3L3 9.5l4.3-1.7zM15.5 12.5l.8 1.7 1.7.8-1.7.8-.8 1.7-.8-1.7-1.7-.8 1.7-.8z',
  send: 'M3.5 10L16.5 3.5 13 16.5 9.5 11.5zM9.5 11.5l7-8',
  stop: 'M5.5 5.5h9v9h-9z',
  headset:
    'M3.5 11.5v-1.5a6.5 6.5 0 0113 0v1.5M3.5 11.5h2.6v4.2H4.6a1.1 1.1 0 01-1.1-1.1zM16.5 11.5h-2.6v4.2h1.5a1.1 1.1 0 001.1-1.1zM15.5 15.7c0 1.2-1.5 1.8-3.5 1.8',
  bell: 'M5 14V9a5 5 0 0110 0v5l1.5 1.5h-13zM8.5 17.5h3M10 2.5V4',
  document: 'M5 2.5h6.5l3.5 3.5v11.5H5zM11.5 2.5V6H15M7.5 10h5M7.5 13h5',
  clock: 'M10 2.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15zM10 5.5V10l3 2',
  calendar: 'M3 4.5h14v12.5H3zM3 8.5h14M6.5 2.5v3.5M13.5 2.5v3.5',
  columns: 'M3 4h14v12H3zM7.7 4v12M12.3 4v12',
  ascending: 'M10 16V4M5.5 8.5L10 4l4.5 4.5',
  descending: 'M10 4v12M5.5 11.5L10 16l4.5-4.5',
  unsorted: 'M6.5 8L10 4.5 13.5 8M6.5 12l3.5 3.5 3.5-3.5',
  first: 'M14.5 5l-5 5 5 5M5.5 5v10',
  last: 'M5.5 5l5 5-5 5M14.5 5v10',
  truck:
    'M4.4 14.5H2.5V5H11v9.5H7.6M11 8h3.4l3.1 3.2v3.3h-1.9M12.4 14.5H11M6 13a1.5 1.5 0 100 3 1.5 1.5 0 000-3zM14 13a1.5 1.5 0 100 3 1.5 1.5 0 000-3z',
  archive: 'M3 4h14v3.5H3zM4.5 7.5v9h11v-9M8 11h4',
} as const;

export type IconName = keyof typeof PATHS;

interface IconProps {
  name: IconName;
  size?: number;
  className?: string | undefined;
  style?: CSSProperties;
}

/** A line icon in the text colour. It is decorative; the text beside it carries the meaning. */
export function Icon({ name, ...props }: IconProps) {
  return <LineIcon path={PATHS[name]} {...props} />;
}

/** An icon whose path is not in the list above, because few pages need it. */
export function LineIcon({ path, size = 18, className, style }: Omit<IconProps, 'name'> & { path: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      style={{ flex: 'none', ...style }}
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

/** The outline of two sheets, for 'copy'. Few pages show it, so it is not one of the named icons. */
export const COPY_ICON = 'M7 7h9.5v9.5H7zM4.5 13H3.5V3.5H13v1';
