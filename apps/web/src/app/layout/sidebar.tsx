import { Link } from '@tanstack/react-router';
import { Brand } from '#web/patterns/brand.tsx';
import { Navigation } from './navigation.tsx';
import classes from './sidebar.module.css';

/** The menu beside the page, full or as a rail of icons. Not shown on phones. */
export function Sidebar({ isRail }: { isRail: boolean }) {
  return (
    <aside className={classes.sidebar} id="sidebar">
      <Link to="/dashboard" className={classes.brand}>
        <Brand isMarkOnly={isRail} />
      </Link>
      <Navigation isRail={isRail} />
    </aside>
  );
}
