import { useAccess } from '#web/lib/access/access.ts';
import { LAYOUT_MESSAGES } from './layout.messages.ts';
import classes from './permission-indicator.module.css';

/** A thin moving line under the header while the permissions load, shown for at least a second (PER-15). */
export function PermissionIndicator() {
  const { isIndicatorShown } = useAccess();
  return (
    <div className={classes.place} role="status">
      {isIndicatorShown ? <div className={classes.line} role="progressbar" aria-label={LAYOUT_MESSAGES.loadingPermissions} /> : null}
    </div>
  );
}
