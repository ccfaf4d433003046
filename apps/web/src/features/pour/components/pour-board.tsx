import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { PourAnswer } from '@yardage/contract/pour';
import { type ReactNode, useState } from 'react';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { isFromDevice } from '#web/lib/offline/kept-reads.ts';
import { useNow } from '#web/lib/use-now.ts';
import { DataAge } from '#web/patterns/data-age.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { LineIcon } from '#web/patterns/icon.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { serverNow, shownPour } from '../board.ts';
import { isPouring, pourQuery } from '../pour.api.ts';
import { POUR_MESSAGES as MESSAGES, SHARE_MESSAGES } from '../pour.messages.ts';
import classes from './pour-board.module.css';
import { alertsOf, PourAlerts, PourFigures, PourQuantities, whenText } from './pour-figures.tsx';
import live from './pour-live.module.css';
import { PourTimeline } from './pour-timeline.tsx';

/** How often waits, ages and the line of the current moment are updated. */
const TICK_MS = 10_000;
/** What fits on a wall screen. Each alert above it takes the place of a line. */
const WALL_LINES = 6;
const MIN_WALL_LINES = 3;
const SHARE_ICON =
  'M14.5 3a2.2 2.2 0 100 4.4 2.2 2.2 0 000-4.4zM5.5 7.8a2.2 2.2 0 100 4.4 2.2 2.2 0 000-4.4zM14.5 12.6a2.2 2.2 0 100 4.4 2.2 2.2 0 000-4.4zM7.5 9l5-2.6M7.5 11l5 2.6';

const ShareDialog = lazyOpened(() => import('./share-dialog.tsx').then(({ ShareDialog }) => ShareDialog));

interface PourBoardProps {
  orderId: number;
  /** Further actions, such as the way to the board's own page. */
  actions?: (order: PourAnswer) => ReactNode;
  /** Whether it is shown on a wall screen, where nobody can click. */
  isWall?: boolean;
  /** Whether it is in the order's panel, which already shows which order it is. */
  isInPanel?: boolean;
}

/** The pour board of an order, kept up to date while trucks are under way (POUR-01 to POUR-03). */
export function PourBoard({ orderId, actions, isWall = false, isInPanel = false }: PourBoardProps) {
  const query = useQuery(pourQuery(useCustomer(), orderId));
  const { time } = useFormats();
  const clock = useNow(TICK_MS);
  const canShare = useHoldsAny([PERMISSIONS.ORDERS_SHARE]) && !isWall;
  const [isSharing, setIsSharing] = useState(false);
  return (
    <DetailState query={query} skeletonLines={[3, 5, 4]}>
      {(answer) => {
        const nowMs = serverNow(answer, query.dataUpdatedAt, clock);
        const pour = shownPour(answer, nowMs);
        const wallLines = Math.max(MIN_WALL_LINES, WALL_LINES - alertsOf(pour).length);
        const isOld = query.isError || isFromDevice(query);
        const updatedAt = whenText(pour, query.dataUpdatedAt, time);
        return (
          <div className={classes.board}>
            <div className={live.head}>
              <p className={live.order}>
                {isInPanel ? null : (
                  <>
                    <b>{MESSAGES.toOrder(answer.orderNumber)}</b>
                    <span>{answer.job}</span>
                  </>
                )}
                <span>{answer.product}</span>
              </p>
              <DataAge isLive={isPouring(answer) && !isOld} />
              <div className={live.actions}>
                {canShare ? (
                  <Button variant="default" leftSection={<LineIcon path={SHARE_ICON} />} onClick={() => setIsSharing(true)}>
                    {SHARE_MESSAGES.share}
                  </Button>
                ) : null}
                {actions?.(answer)}
              </div>
            </div>
            {isOld ? <Notice kind="info" title={MESSAGES.notUpdated(updatedAt)} /> : null}
            <PourAlerts pour={pour} />
            <PourQuantities pour={pour} />
            <PourFigures pour={pour} time={time} />
            <PourTimeline pour={isWall ? shownPour(answer, nowMs, wallLines) : pour} time={time} />
            <MountOnceNeeded isNeeded={isSharing}>
              <ShareDialog isOpen={isSharing && canShare} orderId={orderId} order={answer} onClose={() => setIsSharing(false)} />
            </MountOnceNeeded>
          </div>
        );
      }}
    </DetailState>
  );
}
