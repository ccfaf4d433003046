import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { WebhookRow } from '@yardage/contract/webhooks';
import { type ReactNode, useState } from 'react';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { Card } from '#web/patterns/card.tsx';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import type { WebhookCalls } from '../integrations.api.ts';
import { INTEGRATIONS_MESSAGES } from '../integrations.messages.ts';
import { DeliveriesDrawer } from './deliveries-drawer.tsx';
import classes from './integrations.module.css';
import { ReplayDialog } from './replay-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx';
import { WebhookDialog, type WebhookOptions } from './webhook-dialog.tsx';

const MESSAGES = INTEGRATIONS_MESSAGES.webhooks;
const KINDS: Record<WebhookRow['state'], StatusKind> = { active: 'active', paused: 'held', failing: 'ended' };
type Listed = WebhookRow & { globalCustomerNumber?: string | null };
/** What a webhook's button opens. */
type Opened = { kind: 'edit' | 'rotate' | 'replay' | 'remove' | 'deliveries'; webhook: WebhookRow };

interface WebhooksCardProps {
  webhooks: readonly Listed[];
  calls: WebhookCalls;
  options: WebhookOptions;
}

/** The webhooks of an owner: add, change, pause, resume, rotate, replay and remove, and the messages that were sent. */
export function WebhooksCard({ webhooks, calls, options }: WebhooksCardProps) {
  const queryClient = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const [secret, setSecret] = useState<ShownSecret>();
  const last = useLast(opened?.webhook);
  const openedAs = (kind: Opened['kind']) => (opened?.kind === kind ? opened.webhook : undefined);
  const close = (): void => setOpened(undefined);
  const refresh = () => queryClient.invalidateQueries({ queryKey: [calls.listId] });
  const changing = useWrite({
    write: async ({ id, verb }: { id: number; verb: 'pause' | 'resume' | 'remove' }, attempt) => calls[verb]?.(id, attempt),
    meta: { failureTitle: MESSAGES.changeFailed, failureText: MESSAGES.changeFailed, prefersServerMessage: true },
    onDone: close,
    onRefused: close,
    onSettled: refresh,
  });
  const buttons = (webhook: Listed): ReactNode => {
    // A customer's own webhook is only listed at the desk, because it fails.
    if (webhook.globalCustomerNumber) return null;
    const { id, state } = webhook;
    const opens: [Opened['kind'], string][] = [
      ['deliveries', MESSAGES.deliveries],
      ...(calls.update ? ([['edit', MESSAGES.edit]] as [Opened['kind'], string][]) : []),
      ...(calls.replay ? ([['replay', MESSAGES.replay]] as [Opened['kind'], string][]) : []),
      ['rotate', MESSAGES.rotate],
      ['remove', MESSAGES.remove],
    ];
    const verb = state === 'active' ? 'pause' : 'resume';
    return (
      <div className={classes.rowActions}>
        {calls[verb] ? (
          <Button size="compact-sm" variant="subtle" disabled={changing.isPending} onClick={() => changing.mutate({ id, verb })}>
            {MESSAGES[verb]}
          </Button>
        ) : null}
        {opens.map(([kind, label]) => (
          <Button key={kind} size="compact-sm" variant="subtle" onClick={() => setOpened({ kind, webhook })}>
            {label}
          </Button>
        ))}
      </div>
    );
  };
  const nameOf = ({ name, globalCustomerNumber }: Listed) =>
    globalCustomerNumber ? `${name} (${MESSAGES.ofCustomer(globalCustomerNumber)})` : name;
  return (
    <Card
      title={MESSAGES.title}
      aside={
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setIsAdding(true)}>
          {MESSAGES.add}
        </Button>
      }
    >
      <LineTable
        label={MESSAGES.title}
        lines={webhooks}
        emptyText={MESSAGES.empty}
        columns={[
          {
            header: INTEGRATIONS_MESSAGES.name,
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
      <WebhookDialog
        target={isAdding ? 'add' : openedAs('edit')}
        calls={calls}
        options={options}
        onMade={({ webhook, secret: made }) => setSecret({ kind: 'webhook', name: webhook.name, secret: made })}
        onClose={() => {
          setIsAdding(false);
          close();
        }}
      />
      <RotateDialog
        target={openedAs('rotate')}
        rotate={calls.rotate}
        onRotated={(name, made) => setSecret({ kind: 'webhook', name, secret: made })}
        onClose={close}
      />
      <ReplayDialog webhook={openedAs('replay')} calls={calls} onClose={close} />
      <ConfirmDialog
        isOpen={opened?.kind === 'remove'}
        onClose={close}
        title={MESSAGES.removeTitle(last?.name ?? '')}
        confirmText={MESSAGES.remove}
        isBusy={changing.isPending}
        onConfirm={() => opened && changing.mutate({ id: opened.webhook.id, verb: 'remove' })}
      >
        {MESSAGES.removeText}
      </ConfirmDialog>
      <DeliveriesDrawer webhook={openedAs('deliveries')} calls={calls} onClose={close} />
      <SecretDialog shown={secret} onClose={() => setSecret(undefined)} />
    </Card>
  );
}
