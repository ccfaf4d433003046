import { Button } from '@mantine/core';
import { endView } from '@yardage/contract/desk-views';
import { useEffect, useState } from 'react';
import { api } from '#web/lib/api.ts';
import { formatTime } from '#web/lib/formats/date-format.ts';
import { OWN_TIME_ZONE } from '#web/lib/formats/use-formats.ts';
import { logFailure } from '#web/lib/log.ts';
import { currentView, leaveView, type TabView, whenViewIsOver } from '#web/lib/session/view-as.ts';
import { DeskIcon } from '#web/patterns/desk-icon.tsx';
import { VIEW_BANNER_MESSAGES as MESSAGES } from './view-banner.messages.ts';
import classes from './view-banner.module.css';

/** Says on every page that the portal is seen as another user, and stops it (STF-03). */
export function ViewBanner() {
  const [view] = useState(currentView);
  return view ? <Banner view={view} /> : null;
}

function Banner({ view }: { view: TabView }) {
  const [isStopping, setIsStopping] = useState(false);
  useEffect(() => whenViewIsOver(view, leaveView), [view]);
  const stop = (): void => {
    setIsStopping(true);
    // If the server cannot be reached, the view ends there by itself.
    api
      .call(endView, { params: { id: view.id } })
      .catch((cause: unknown) => logFailure('The view was not ended.', cause))
      .finally(leaveView);
  };
  return (
    <div className={classes.banner} role="status">
      <DeskIcon name="eye" className={classes.icon} />
      <p className={classes.text}>
        <strong>{MESSAGES.viewingAs(view.name || view.email)}</strong>
        <span className={classes.detail}>{MESSAGES.viewingUntil(view.email, formatTime(view.expiresAt, OWN_TIME_ZONE))}</span>
      </p>
      <Button size="xs" variant="white" color="dark" className={classes.stop} loading={isStopping} onClick={stop}>
        {MESSAGES.stopViewing}
      </Button>
    </div>
  );
}
