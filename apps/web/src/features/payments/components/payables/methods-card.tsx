import { Button } from '@mantine/core';
import type { SavedMethod } from '@yardage/contract/saved-methods';
import { useState } from 'react';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { Card } from '#web/patterns/card.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { RowMenu } from '#web/patterns/row-menu.tsx';
import { StatusMark } from '#web/patterns/status-mark.tsx';
import { PAYABLES_MESSAGES as MESSAGES } from '../../payables.messages.ts';
import type { MethodTask } from './method-dialogs.tsx';
import classes from './payables.module.css';

const MethodDialogs = lazyOpened(() => import('./method-dialogs.tsx').then(({ MethodDialogs }) => MethodDialogs));

/** Returns how a saved method is recognised: kind or brand, and its last digits. */
const numberOf = ({ brand, paymentMethod, lastFour }: Pick<SavedMethod, 'brand' | 'paymentMethod' | 'lastFour'>): string =>
  `${brand || MESSAGES.kinds[paymentMethod]} ${MESSAGES.endingIn(lastFour)}`;

/** Returns brand and last digits, or nothing if the method's name is exactly that. */
export const detailOf = (method: SavedMethod): string => (numberOf(method) === method.name ? '' : numberOf(method));

const MARKS = { usable: 'active', unverified: 'waiting', unverifiable: 'ended', 'other-processor': 'ended', expired: 'ended' } as const;

/** The saved cards and accounts of a customer: add, verify, rename, remove. */
export function MethodsCard({ methods }: { methods: readonly SavedMethod[] }) {
  const [task, setTask] = useState<MethodTask>();
  const state = ({ problem }: SavedMethod) => (problem ? MESSAGES.problems[problem] : MESSAGES.usable);
  const hint = ({ problem }: SavedMethod) => (problem ? MESSAGES.problemHints[problem] : '');
  const expiry = ({ expiresOn }: SavedMethod) => (expiresOn ? formatDay(expiresOn) : '');
  return (
    <Card
      title={MESSAGES.methods}
      aside={
        <Button size="compact-sm" variant="subtle" leftSection={<Icon name="plus" size={16} />} onClick={() => setTask({ kind: 'add' })}>
          {MESSAGES.addMethod}
        </Button>
      }
    >
      <LineTable
        label={MESSAGES.methods}
        lines={methods}
        lineKey={({ id }) => id}
        emptyText={MESSAGES.noMethods}
        columns={[
          {
            header: MESSAGES.name,
            isText: true,
            value: (method) => (
              <span className={classes.main}>
                <span>{method.name}</span>
                {detailOf(method) ? <span className={classes.quiet}>{detailOf(method)}</span> : null}
              </span>
            ),
          },
          {
            header: MESSAGES.state,
            value: (method) => (
              <span className={classes.main}>
                <StatusMark kind={MARKS[method.problem ?? 'usable']}>{state(method)}</StatusMark>
                {hint(method) ? <span className={classes.quiet}>{hint(method)}</span> : null}
              </span>
            ),
          },
          { header: MESSAGES.expires, value: expiry },
          { header: MESSAGES.savedBy, value: ({ savedBy }) => savedBy },
        ]}
        card={(method) => ({
          title: method.name,
          result: state(method),
          details: [
            ...(detailOf(method) ? [detailOf(method)] : []),
            ...(hint(method) ? [hint(method)] : []),
            ...(method.expiresOn ? [`${MESSAGES.expires}: ${expiry(method)}`] : []),
            `${MESSAGES.savedBy} ${method.savedBy}`,
          ],
        })}
        action={{
          header: MESSAGES.actions,
          cell: (method) => (
            <RowMenu
              label={MESSAGES.actionsOf(method.name)}
              items={[
                ...(method.problem === 'unverified' ? [{ label: MESSAGES.verify, run: () => setTask({ kind: 'verify', method }) }] : []),
                { label: MESSAGES.rename, run: () => setTask({ kind: 'rename', method }) },
                { label: MESSAGES.remove, run: () => setTask({ kind: 'remove', method }) },
              ]}
            />
          ),
        }}
      />
      <MountOnceNeeded isNeeded={task !== undefined}>
        <MethodDialogs task={task} methods={methods} onClose={() => setTask(undefined)} />
      </MountOnceNeeded>
    </Card>
  );
}
