import { LineIcon } from './icon.tsx';

/** Line icons that only staff see, apart from the others so that customers do not load them. */
const PATHS = {
  customers: 'M3.5 17V5.5l6.5-3v14.5M10 7.5l6.5 2V17M2 17h16M6.5 8v.2M6.5 11v.2M6.5 14v.2M13.2 12v.2M13.2 14.5v.2',
  announcement: 'M3 8v4h2.5L13 16.5v-13L5.5 8zM7 12.5l1 4.5h2l-.8-3.4M15.5 7.5a3.5 3.5 0 010 5',
  brand:
    'M10 2.5a7.5 7.5 0 100 15c1.2 0 1.6-.8 1.2-1.8-.5-1.2.2-2.2 1.4-2.2h2.2a2.7 2.7 0 002.7-2.7A7.7 7.7 0 0010 2.5zM6 9.8v.2M8 6.3v.2M12 6v.2M14.6 8.7v.2',
  list: 'M3.5 5.5h.2M3.5 10h.2M3.5 14.5h.2M7 5.5h9.5M7 10h9.5M7 14.5h6',
  badge: 'M4 4.5h12v13H4zM8 4.5v-2h4v2M10 8a1.8 1.8 0 100 3.6A1.8 1.8 0 0010 8zM7 15c.3-1.5 1.4-2.2 3-2.2s2.7.7 3 2.2',
  eye: 'M1.8 10S4.8 4.8 10 4.8 18.2 10 18.2 10 15.2 15.2 10 15.2 1.8 10 1.8 10zM10 7.6a2.4 2.4 0 100 4.8 2.4 2.4 0 000-4.8z',
} as const;

export type DeskIconName = keyof typeof PATHS;

/** Whether a name is that of an icon of the desk. */
export function isDeskIcon(name: string): name is DeskIconName {
  return name in PATHS;
}

/** An icon of the desk. */
export function DeskIcon({ name, ...props }: { name: DeskIconName; size?: number; className?: string | undefined }) {
  return <LineIcon path={PATHS[name]} {...props} />;
}
