import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DETAIL_STATE_MESSAGES } from './detail-state.messages.ts';
import { Icon } from './icon.tsx';
import classes from './notice.module.css';

interface NoticeProps {
  kind: 'info' | 'warning' | 'failure';
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** A message shown in place of the content it is about, with an optional action. */
export function Notice({ kind, title, children, action }: NoticeProps) {
  return (
    <div className={classes.notice} data-kind={kind} role={kind === 'info' ? 'status' : 'alert'}>
      <Icon name={kind === 'info' ? 'info' : 'alert'} className={classes.icon} />
      <div className={classes.text}>
        <p className={classes.title}>{title}</p>
        {children ? <div className={classes.body}>{children}</div> : null}
      </div>
      {action}
    </div>
  );
}

/** The parts of a query for the options of a field that a form uses. */
export interface OptionsQuery {
  data: unknown;
  isError: boolean;
  refetch: () => unknown;
}

/** Beside a select whose options failed to load: otherwise a required field could not be filled in. */
export function OptionsFailure({ query: { data, isError, refetch } }: { query: OptionsQuery }) {
  if (!isError || data !== undefined) return null;
  return (
    <Notice
      kind="failure"
      title={DETAIL_STATE_MESSAGES.optionsFailed}
      action={
        <Button variant="default" onClick={() => void refetch()}>
          {DETAIL_STATE_MESSAGES.retry}
        </Button>
      }
    />
  );
}
