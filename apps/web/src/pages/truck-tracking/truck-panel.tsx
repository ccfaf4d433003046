import { Button, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { TruckList } from '#web/features/truck-tracking/components/truck-list.tsx';
import { TRUCK_TRACKING_MESSAGES as MESSAGES } from '#web/features/truck-tracking/truck-tracking.messages.ts';
import type { Board } from '#web/features/truck-tracking/use-board.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { Skeleton, StillLoading } from '#web/patterns/skeleton.tsx';
import { SupportContact } from '#web/patterns/support-contact.tsx';
import classes from './truck-panel.module.css';

interface TruckPanelProps {
  board: Board;
  /** True on phones and tablets (TRK-02). */
  isCollapsible: boolean;
  isOpen: boolean;
  onToggle: () => void;
  closedJobs: ReadonlySet<string>;
  onCloseJobs: (jobs: string[]) => void;
  onChoose: (ticketId: number | undefined) => void;
  onOpenTicket: ((ticketId: number) => void) | undefined;
}

/** The truck list with its heading. On small screens the heading expands and collapses it (TRK-02). */
export function TruckPanel({ board, isCollapsible, isOpen, onToggle, ...list }: TruckPanelProps) {
  const bodyId = useId();
  const count = board.trucks ? <span className={classes.count}>{MESSAGES.count(board.trucks.length)}</span> : null;
  return (
    <section className={classes.panel} data-open={isOpen || undefined} aria-label={MESSAGES.list}>
      <h2 className={classes.heading}>
        {isCollapsible ? (
          <button
            type="button"
            className={classes.handle}
            data-has-content
            aria-expanded={isOpen}
            aria-controls={bodyId}
            onClick={onToggle}
          >
            <span>{MESSAGES.list}</span>
            {count}
            <Icon name="chevron" className={classes.chevron} />
          </button>
        ) : (
          <span className={classes.title}>
            <span>{MESSAGES.list}</span>
            {count}
          </span>
        )}
      </h2>
      <div id={bodyId} className={classes.body} hidden={!isOpen} aria-busy={board.trucks === undefined && board.isFetching}>
        {board.isGone ? (
          <p className={classes.gone} role="status">
            <Icon name="info" size={16} />
            {MESSAGES.gone}
          </p>
        ) : null}
        <Content board={board} {...list} />
      </div>
    </section>
  );
}

function Content({ board, ...list }: Omit<TruckPanelProps, 'isCollapsible' | 'isOpen' | 'onToggle'>) {
  const { trucks, selected, isFailed, isFetching, retry } = board;
  if (trucks && trucks.length > 0) return <TruckList trucks={trucks} selectedId={selected?.ticketId} {...list} />;
  if (trucks) {
    return (
      <div className={classes.empty}>
        <Icon name="truck" size={28} />
        <p>{MESSAGES.empty}</p>
        <SupportContact />
      </div>
    );
  }
  if (isFailed && !isFetching) {
    return (
      <div className={classes.failure}>
        <Notice
          kind="failure"
          title={MESSAGES.listFailed}
          action={
            <Button variant="default" onClick={retry}>
              {MESSAGES.retry}
            </Button>
          }
        />
      </div>
    );
  }
  return <TruckSkeleton />;
}

const ROWS = ['58%', '46%', '52%', '40%', '55%'];

function TruckSkeleton() {
  return (
    <div className={classes.skeleton}>
      <VisuallyHidden role="status">{MESSAGES.loading}</VisuallyHidden>
      <StillLoading />
      <Skeleton width="70%" />
      <Skeleton height={6} />
      {ROWS.map((width) => (
        <div key={width} className={classes.skeletonLines}>
          <Skeleton width={22} height={22} />
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}
