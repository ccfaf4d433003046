import { Button, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { isFromDevice } from '#web/lib/offline/kept-reads.ts';
import { Card } from '#web/patterns/card.tsx';
import { StaleDataNote } from '#web/patterns/data-age.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { Skeleton, StillLoading } from '#web/patterns/skeleton.tsx';
import { DASHBOARD_CARD_MESSAGES as MESSAGES } from '../dashboard.messages.ts';
import classes from './query-card.module.css';

interface QueryCardProps<Data> {
  title: string;
  query: { data: Data | undefined; isFetching: boolean; isError: boolean; refetch: () => unknown; dataUpdatedAt?: number };
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
    <Card
      title={title}
      aside={data === undefined ? null : isError || isFromDevice(query) ? <StaleDataNote query={query} /> : aside?.(data)}
    >
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

interface ToggleLineProps {
  isOpen: boolean;
  /** The id of the element that it expands and collapses. */
  controls: string;
  onToggle: (isOpen: boolean) => void;
  children: string;
}

/** The last line of a card, which expands or collapses its content. */
export function ToggleLine({ isOpen, controls, onToggle, children }: ToggleLineProps) {
  return (
    <button type="button" className={classes.toggle} aria-expanded={isOpen} aria-controls={controls} onClick={() => onToggle(!isOpen)}>
      {children}
      <Icon name="chevron" size={16} className={classes.chevron} />
    </button>
  );
}

/** Link target of a figure. The page passes it in, because a feature does not know the other screens. */
export interface LinkTarget {
  to: string;
  search?: Record<string, string | number>;
}

interface OptionalLinkProps {
  target: LinkTarget | null;
  /** Names the target, if the content does not. */
  label?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Renders a link to `target`, or the same content without a link if `target` is null. */
export function OptionalLink({ target, label, className, children }: OptionalLinkProps) {
  if (!target) return <div className={className}>{children}</div>;
  return (
    // The router types search params only for literal paths, hence the cast. The route validates them like a URL typed by hand.
    <Link to={target.to} search={(target.search ?? {}) as never} className={className} title={label}>
      {children}
    </Link>
  );
}
