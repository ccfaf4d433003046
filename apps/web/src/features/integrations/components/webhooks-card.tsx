import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { WebhookRow } from '@yardage/contract/webhooks';
import { type ReactNode, useState } from 'react';
import { useWrite } from '#web/lib/query/use-write.ts';
import { Card } from '#web/patterns/card.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { RowMenu } from '#web/patterns/row-menu.tsx';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import type { WebhookCalls } from '../integrations.api.ts';
import { INTEGRATIONS_MESSAGES, INTEGRATION_WEBHOOKS_MESSAGES as MESSAGES } from '../integrations.messages.ts';
import classes from './integrations.module.css';
import type { WebhookOptions } from './webhook-dialog.tsx';
import type { WebhookTask } from './webhook-dialogs.tsx';

const WebhookDialogs = lazyOpened(() => import('./webhook-dialogs.tsx').then(({ WebhookDialogs }) => WebhookDialogs));
const KINDS: Record<WebhookRow['state'], StatusKind> = { active: 'active', paused: 'held', failing: 'ended' };
type Listed = WebhookRow & { globalCustomerNumber?: string | null };
type Opened = Exclude<WebhookTask['kind'], 'add'>;

interface WebhooksCardProps {
  webhooks: readonly Listed[];
  calls: WebhookCalls;
  options: WebhookOptions;
}

/** The webhooks of an owner: add, change, pause, resume, rotate, replay and remove, and the messages that were sent. */
export function WebhooksCard({ webhooks, calls, options }: WebhooksCardProps) {
  const queryClient = useQueryClient();
  const [task, setTask] = useState<WebhookTask>();
  // A form that is open follows the list.
  const rowOf = (webhook: WebhookRow) => webhooks.find(({ id }) => id === webhook.id) ?? webhook;
  const shown = task && 'webhook' in task ? { ...task, webhook: rowOf(task.webhook) } : task;
  const refresh = () => queryClient.invalidateQueries({ queryKey: [calls.listId] });
  const changing = useWrite({
    write: async ({ id, verb }: { id: number; verb: 'pause' | 'resume' }, attempt) => calls[verb]?.(id, attempt),
    meta: { failureTitle: MESSAGES.changeFailed, failureText: MESSAGES.changeFailed, prefersServerMessage: true },
    onSettled: refresh,
  });
  const buttons = (webhook: Listed): ReactNode => {
    // The desk lists customers' webhooks that fail, and staff cannot change them.
    if (webhook.globalCustomerNumber) return null;
    const { id, state } = webhook;
    const opens = (kind: Opened, label: string) => ({ label, run: () => setTask({ kind, webhook }) });
    const verb = state === 'active' ? 'pause' : 'resume';
    const items = [
      opens('deliveries', MESSAGES.deliveries),
      ...(calls[verb] ? [{ label: MESSAGES[verb], run: () => changing.mutate({ id, verb }) }] : []),
      ...(calls.update ? [opens('edit', MESSAGES.edit)] : []),
      opens('replay', MESSAGES.replay),
      opens('rotate', MESSAGES.rotate),
      opens('remove', MESSAGES.remove),
    ];
    return <RowMenu label={INTEGRATIONS_MESSAGES.actionsOf(webhook.name)} items={items} />;
  };
  const nameOf = ({ name, globalCustomerNumber }: Listed) =>
    globalCustomerNumber ? `${name} (${MESSAGES.ofCustomer(globalCustomerNumber)})` : name;
  return (
    <Card
      title={MESSAGES.title}
      aside={
        <Button size="compact-sm" variant="subtle" leftSection={<Icon name="plus" size={16} />} onClick={() => setTask({ kind: 'add' })}>
          {MESSAGES.add}
        </Button>
      }
    >
      <LineTable
        label={MESSAGES.title}
        lines={webhooks}
        lineKey={({ id }) => id}
        emptyText={MESSAGES.empty}
        columns={[
          {
            header: INTEGRATIONS_MESSAGES.name,
            isText: true,
            value: (webhook) => (
              <span className={classes.main}>
                <span>{nameOf(webhook)}</span>
                <span className={classes.code}>{webhook.url}</span>
                {webhook.lastError ? <span className={classes.quiet}>{INTEGRATIONS_MESSAGES.lastTried(webhook.lastError)}</span> : null}
              </span>
            ),
          },
          {
            header: INTEGRATIONS_MESSAGES.state,
            value: ({ state }) => <StatusMark kind={KINDS[state]}>{MESSAGES.states[state]}</StatusMark>,
          },
          { header: MESSAGES.types, value: ({ types }) => types.join(', ') },
          { header: MESSAGES.waiting, value: ({ waiting }) => String(waiting), isNumber: true },
          { header: MESSAGES.failed, value: ({ failed }) => String(failed), isNumber: true },
        ]}
        card={(webhook) => ({
          title: nameOf(webhook),
          result: MESSAGES.states[webhook.state],
          details: [
            webhook.url,
            webhook.types.join(', '),
            `${MESSAGES.waiting}: ${webhook.waiting} · ${MESSAGES.failed}: ${webhook.failed}`,
            ...(webhook.lastError ? [INTEGRATIONS_MESSAGES.lastTried(webhook.lastError)] : []),
          ],
        })}
        action={{ header: INTEGRATIONS_MESSAGES.actions, cell: buttons }}
      />
      <MountOnceNeeded isNeeded={task !== undefined}>
        <WebhookDialogs task={shown} calls={calls} options={options} onClose={() => setTask(undefined)} />
      </MountOnceNeeded>
    </Card>
  );
}
