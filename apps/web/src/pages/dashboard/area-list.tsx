import { Link, useLocation } from '@tanstack/react-router';
import { useMenu } from '#web/lib/navigation/use-menu.ts';
import { Card } from '#web/patterns/card.tsx';
import { Icon, type IconName } from '#web/patterns/icon.tsx';
import classes from './area-list.module.css';
import { DASHBOARD_MESSAGES } from './dashboard.messages.ts';

/** Links to the pages that the user may open, without the desk, each with a summary. */
export function AreaList() {
  const here = useLocation({ select: ({ pathname }) => pathname });
  const areas = useMenu().filter(({ path, group }) => path !== here && group === undefined);
  if (areas.length === 0) {
    return (
      <Card title={DASHBOARD_MESSAGES.areas}>
        <div className={classes.none}>
          <p className={classes.title}>{DASHBOARD_MESSAGES.noAreas}</p>
          <p className={classes.summary}>{DASHBOARD_MESSAGES.noAreasText}</p>
        </div>
      </Card>
    );
  }
  return (
    <Card title={DASHBOARD_MESSAGES.areas}>
      <ul className={classes.list}>
        {areas.map(({ path, title, icon, summary }) => (
          <li key={path}>
            <Link to={path} className={classes.area}>
              <Icon name={icon as IconName} className={classes.icon} />
              <span className={classes.text}>
                <span className={classes.title}>{title}</span>
                <span className={classes.summary}>{summary}</span>
              </span>
              <Icon name="next" size={16} className={classes.icon} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
