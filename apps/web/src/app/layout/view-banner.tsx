import { Button } from '@mantine/core';
import { endView } from '@yardage/contract/desk-customers';
import { useEffect, useState } from 'react';
import { api } from '#web/lib/api.ts';
import { formatClock } from '#web/lib/formats/date-format.ts';
import { logFailure } from '#web/lib/log.ts';
import { currentView, leaveView, type TabView } from '#web/lib/session/view-as.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { forgetAccountData } from '../forget-account-data.ts';
import { LAYOUT_MESSAGES } from './layout.messages.ts';
import classes from './view-banner.module.css';

const OWN_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Says on every page that the portal is seen as another user, and stops it (STF-03). */
export function ViewBanner() {
  const [view] = useState(currentView);
  return view ? <Banner view={view} /> : null;
}

function Banner({ view }: { view: TabView }) {
  const [isStopping, setIsStopping] = useState(false);
  useEffect(() => {
    const timer = setTimeout(leave, Math.max(0, Date.parse(view.expiresAt) - Date.now()));
    return () => clearTimeout(timer);
  }, [view]);
  const stop = (): void => {
    setIsStopping(true);
    // If the server cannot be reached, the view ends there by itself.
    api
      .call(endView, { params: { id: view.id } })
      .catch((cause: unknown) => logFailure('The view was not ended.', cause))
      .finally(leave);
  };
  return (
    <div className={classes.banner} role="status">
      <Icon name="eye" className={classes.icon} />
      <p className={classes.text}>
        <strong>{LAYOUT_MESSAGES.viewingAs(view.name || view.email)}</strong>
        <span className={classes.detail}>{LAYOUT_MESSAGES.viewingUntil(view.email, formatClock(view.expiresAt, OWN_TIME_ZONE))}</span>
      </p>
      <Button size="xs" variant="white" color="dark" className={classes.stop} loading={isStopping} onClick={stop}>
        {LAYOUT_MESSAGES.stopViewing}
      </Button>
    </div>
  );
}

function leave(): void {
  forgetAccountData();
  leaveView();
}
