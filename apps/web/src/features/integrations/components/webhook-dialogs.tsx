import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { WebhookDeliveryRow, WebhookRow } from '@yardage/contract/webhooks';
import { useState } from 'react';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { ConfirmDialog, FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { CutNote } from '#web/patterns/line-table/cut-note.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import { OPEN_RECORDS, type WebhookCalls } from '../integrations.api.ts';
import { INTEGRATIONS_MESSAGES, INTEGRATION_WEBHOOKS_MESSAGES as MESSAGES } from '../integrations.messages.ts';
import classes from './integrations.module.css';
import { RotateDialog, SecretDialog, type ShownSecret } from './rotate-dialog.tsx';
import { WebhookDialog, type WebhookOptions } from './webhook-dialog.tsx';

/** What the user opens for a webhook, or `add` for a new one. */
export type WebhookTask = { kind: 'add' } | { kind: 'edit' | 'rotate' | 'replay' | 'remove' | 'deliveries'; webhook: WebhookRow };

interface WebhookDialogsProps {
  /** Undefined while nothing is open. */
  task: WebhookTask | undefined;
  calls: WebhookCalls;
  options: WebhookOptions;
  onClose: () => void;
}

/** The dialogs about webhooks, the messages that were sent, and the dialog that shows a new secret once. */
export function WebhookDialogs({ task, calls, options, onClose }: WebhookDialogsProps) {
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState<ShownSecret>();
  const openedAs = (kind: WebhookTask['kind']) => (task?.kind === kind && 'webhook' in task ? task.webhook : undefined);
  const toDelete = openedAs('remove');
  const lastToDelete = useLast(toDelete);
  const removing = useWrite({
    write: (id: number, attempt) => calls.remove(id, attempt),
    meta: { failureTitle: MESSAGES.changeFailed, failureText: MESSAGES.changeFailed, prefersServerMessage: true },
    onDone: onClose,
    onFailed: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [calls.listId] }),
  });
  return (
    <>
      <WebhookDialog
        target={task?.kind === 'add' ? 'add' : openedAs('edit')}
        calls={calls}
        options={options}
        onMade={({ webhook, secret: made }) => setSecret({ kind: 'webhook', name: webhook.name, secret: made })}
        onClose={onClose}
      />
      <RotateDialog
        target={openedAs('rotate')}
        rotate={calls.rotate}
        listId={calls.listId}
        onRotated={(name, made) => setSecret({ kind: 'webhook', name, secret: made })}
        onClose={onClose}
      />
      <ReplayDialog webhook={openedAs('replay')} calls={calls} onClose={onClose} />
      <ConfirmDialog
        isOpen={toDelete !== undefined}
        onClose={onClose}
        title={MESSAGES.removeTitle(lastToDelete?.name ?? '')}
        confirmText={MESSAGES.remove}
        isBusy={removing.isPending}
        onConfirm={() => toDelete && removing.mutate(toDelete.id)}
      >
        {MESSAGES.removeText}
      </ConfirmDialog>
      <DeliveriesDrawer webhook={openedAs('deliveries')} calls={calls} onClose={onClose} />
      <SecretDialog shown={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}

const KINDS: Record<WebhookDeliveryRow['state'], StatusKind> = { waiting: 'pending', delivered: 'done', failed: 'ended' };
const POLL_MS = 5000;

interface DeliveriesDrawerProps {
  /** Undefined while the drawer is closed. */
  webhook: WebhookRow | undefined;
  calls: WebhookCalls;
  onClose: () => void;
}

/** The messages to a webhook with the answers of its receiver. */
function DeliveriesDrawer({ webhook, calls, onClose }: DeliveriesDrawerProps) {
  const shown = useLast(webhook);
  const { dateTime } = useFormats();
  const queryClient = useQueryClient();
  const queryKey = ['webhook-deliveries', calls.listId, shown?.id] as const;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => calls.deliveries(shown?.id ?? 0, signal),
    enabled: webhook !== undefined,
    refetchInterval: POLL_MS,
    meta: { isSilent: true },
  });
  const replaying = useWrite({
    write: (deliveryId: number, attempt) => calls.replayDelivery(shown?.id ?? 0, deliveryId, attempt),
    meta: { failureTitle: MESSAGES.replayFailed, failureText: MESSAGES.replayFailed, prefersServerMessage: true },
    onSuccess: () => toasts.show({ kind: 'success', title: MESSAGES.sentAgain }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const answerOf = ({ lastStatus, lastError }: WebhookDeliveryRow) =>
    lastError ?? (lastStatus === null ? INTEGRATIONS_MESSAGES.none : String(lastStatus));
  return (
    <SideDrawer isInUrl={false} isOpen={webhook !== undefined} onClose={onClose} title={MESSAGES.deliveries} context={shown?.name}>
      <DetailState query={query} skeletonLines={[5]}>
        {(rows) => (
          <Card title={MESSAGES.deliveries}>
            <LineTable
              label={MESSAGES.deliveries}
              lines={rows.slice(0, OPEN_RECORDS)}
              emptyText={MESSAGES.deliveriesEmpty}
              columns={[
                {
                  header: MESSAGES.deliveryType,
                  value: ({ type, createdAt }) => (
                    <span className={classes.main}>
                      <span>{type}</span>
                      <span className={classes.quiet}>{dateTime(createdAt)}</span>
                    </span>
                  ),
                },
                {
                  header: MESSAGES.deliveryState,
                  value: ({ state }) => <StatusMark kind={KINDS[state]}>{MESSAGES.deliveryStates[state]}</StatusMark>,
                },
                { header: MESSAGES.answer, value: answerOf },
                { header: MESSAGES.tries, value: ({ attempts }) => String(attempts), isNumber: true },
              ]}
              card={(row) => ({
                title: row.type,
                result: MESSAGES.deliveryStates[row.state],
                details: [dateTime(row.createdAt), `${MESSAGES.answer}: ${answerOf(row)}`, `${MESSAGES.tries}: ${row.attempts}`],
              })}
              action={{
                header: INTEGRATIONS_MESSAGES.actions,
                cell: ({ id }) => (
                  <ActionIcon
                    variant="subtle"
                    size={36}
                    aria-label={MESSAGES.sendAgain}
                    title={MESSAGES.sendAgain}
                    disabled={replaying.isPending}
                    onClick={() => replaying.mutate(id)}
                  >
                    <Icon name="send" />
                  </ActionIcon>
                ),
              }}
            />
            <CutNote shown={OPEN_RECORDS} count={rows.length > OPEN_RECORDS ? 'more' : undefined} />
          </Card>
        )}
      </DetailState>
    </SideDrawer>
  );
}

interface ReplayDialogProps {
  /** Undefined while the dialog is closed. */
  webhook: WebhookRow | undefined;
  calls: WebhookCalls;
  onClose: () => void;
}

/** Asks since when the events of a webhook are sent again. */
function ReplayDialog({ webhook, calls, onClose }: ReplayDialogProps) {
  const shown = useLast(webhook);
  return (
    <FormDialog
      isInUrl={false}
      isOpen={webhook !== undefined}
      onClose={onClose}
      title={MESSAGES.replayTitle(shown?.name ?? '')}
      size="question"
    >
      {shown ? <ReplayForm key={shown.id} id={shown.id} calls={calls} onClose={onClose} /> : null}
    </FormDialog>
  );
}

/** In the dialog, so that each opening starts without the day that was chosen for another webhook. */
function ReplayForm({ id, calls, onClose }: { id: number; calls: WebhookCalls; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [day, setDay] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const replaying = useWrite({
    write: (since: string, attempt) => calls.replay(id, since, attempt),
    meta: { failureTitle: MESSAGES.replayFailed, failureText: MESSAGES.replayFailed, prefersServerMessage: true },
    onSuccess: (answer) => {
      toasts.show({ kind: 'success', title: MESSAGES.replayed(answer.replayed) });
      return queryClient.invalidateQueries({ queryKey: [calls.listId] });
    },
    onDone: onClose,
  });
  // The day begins at midnight in the browser's time zone. Date fields accept years of more than four digits, which `Date` does not parse.
  const since = new Date(`${day}T00:00:00`);
  const isDay = !Number.isNaN(since.getTime());
  const send = (): void => {
    setIsSubmitted(true);
    if (isDay) replaying.mutate(since.toISOString());
  };
  useUnsavedInput({ isChanged: false, isSending: replaying.isPending });
  return (
    <>
      <div className={classes.fields}>
        <p className={classes.context}>{MESSAGES.replayText}</p>
        <TextInput
          type="date"
          label={MESSAGES.replaySince}
          value={day}
          error={isSubmitted && !isDay ? INTEGRATIONS_MESSAGES.dayRequired : null}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      </div>
      <div className={classes.actions}>
        <Button variant="default" data-autofocus disabled={replaying.isPending} onClick={onClose}>
          {INTEGRATIONS_MESSAGES.cancel}
        </Button>
        <Button loading={replaying.isPending} onClick={send}>
          {MESSAGES.replay}
        </Button>
      </div>
    </>
  );
}
