import { Link } from '@tanstack/react-router';
import { useIsNarrow } from '#web/lib/screen.ts';
import { Brand } from '#web/patterns/brand.tsx';
import { Navigation } from './navigation.tsx';
import classes from './sidebar.module.css';

/** The menu beside the page, full or as a rail of icons. Phones have the menu drawer instead. */
export function Sidebar({ isRail }: { isRail: boolean }) {
  const isPhone = useIsNarrow();
  if (isPhone) return null;
  return (
    <aside className={classes.sidebar} id="sidebar">
      <Link to="/dashboard" className={classes.brand}>
        <Brand isMarkOnly={isRail} />
      </Link>
      <Navigation isRail={isRail} />
    </aside>
  );
}
