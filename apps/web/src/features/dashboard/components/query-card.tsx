import { Button, VisuallyHidden } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { Card } from '#web/patterns/card.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { Skeleton, StillLoading } from '#web/patterns/skeleton.tsx';
import { DASHBOARD_CARD_MESSAGES as MESSAGES } from '../dashboard.messages.ts';
import classes from './query-card.module.css';

interface QueryCardProps<Data> {
  title: string;
  query: { data: Data | undefined; isFetching: boolean; isError: boolean; refetch: () => unknown };
  /** Shown beside the title when the data has loaded. */
  aside?: (data: Data) => ReactNode;
  /** Number of skeleton lines, or the skeleton itself. */
  skeleton: number | ReactElement;
  failedText?: string;
  children: (data: Data) => ReactNode;
}

const WIDTHS = ['72%', '58%', '64%', '48%', '68%', '54%'];

/** A card with its own query. It loads, fails and retries independently of the other cards. */
export function QueryCard<Data>({ title, query, aside, skeleton, failedText = MESSAGES.failed, children }: QueryCardProps<Data>) {
  const { data, isFetching, isError, refetch } = query;
  return (
    <Card title={title} aside={data === undefined ? null : aside?.(data)}>
      {data === undefined ? null : children(data)}
      {data === undefined && isError && !isFetching ? (
        <div className={classes.failed} role="alert">
          <Icon name="alert" className={classes.icon} />
          <p className={classes.text}>{failedText}</p>
          <Button variant="default" onClick={() => void refetch()}>
            {MESSAGES.retry}
          </Button>
        </div>
      ) : null}
      {data === undefined && (isFetching || !isError) ? (
        <>
          <VisuallyHidden role="status">{MESSAGES.loading}</VisuallyHidden>
          <StillLoading />
          {/* The page hides the cards below a `data-loading` one. Set it only for the first load, not for a retry. */}
          <div data-loading={isError ? undefined : true}>{typeof skeleton === 'number' ? <Lines count={skeleton} /> : skeleton}</div>
        </>
      ) : null}
    </Card>
  );
}

function Lines({ count }: { count: number }) {
  return (
    <div className={classes.loading}>
      {WIDTHS.slice(0, count).map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}
