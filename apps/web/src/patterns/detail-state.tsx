import { Button, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { StaleDataNote } from './data-age.tsx';
import { DETAIL_STATE_MESSAGES } from './detail-state.messages.ts';
import classes from './detail-state.module.css';
import layout from './layout.module.css';
import { Notice } from './notice.tsx';
import { Skeleton, StillLoading } from './skeleton.tsx';

interface DetailStateProps<Data> {
  query: { data: Data | undefined; isFetching: boolean; error: Error | null; refetch: () => unknown; dataUpdatedAt?: number };
  /** The number of lines of each card, for the skeleton. */
  skeletonLines: readonly number[];
  children: (data: Data) => ReactNode;
}

/** A record's sections. Shows a skeleton while loading, or the error with a retry button (ERR-12). */
export function DetailState<Data>({ query, skeletonLines, children }: DetailStateProps<Data>) {
  const { data, isFetching, error, refetch } = query;
  return (
    <div className={layout.sections} aria-busy={isFetching && data === undefined}>
      <StaleDataNote query={query} />
      {data === undefined ? null : children(data)}
      {data === undefined && isFetching ? <DetailSkeleton skeletonLines={skeletonLines} /> : null}
      {data === undefined && !isFetching && error ? <DetailFailure query={{ error, refetch }} /> : null}
    </div>
  );
}

/** The error of a record that failed to load, with a retry button (ERR-12). */
export function DetailFailure({ query: { error, refetch } }: { query: { error: Error | null; refetch: () => unknown } }) {
  return (
    <Notice
      kind="failure"
      title={DETAIL_STATE_MESSAGES.failed}
      action={
        <Button variant="default" onClick={() => void refetch()}>
          {DETAIL_STATE_MESSAGES.retry}
        </Button>
      }
    >
      {error instanceof HttpProblem ? error.problem.title : null}
    </Notice>
  );
}

const WIDTHS = ['62%', '54%', '70%', '48%', '66%'];

function DetailSkeleton({ skeletonLines }: { skeletonLines: readonly number[] }) {
  return (
    <>
      <VisuallyHidden role="status">{DETAIL_STATE_MESSAGES.loading}</VisuallyHidden>
      <StillLoading />
      {skeletonLines.map((lines, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton cards have no identity besides their position
        <div key={card} className={classes.skeleton}>
          <Skeleton width={120} />
          {WIDTHS.slice(0, lines).map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      ))}
    </>
  );
}
