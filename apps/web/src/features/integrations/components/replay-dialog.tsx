import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { WebhookRow } from '@yardage/contract/webhooks';
import { useState } from 'react';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import type { WebhookCalls } from '../integrations.api.ts';
import { INTEGRATIONS_MESSAGES } from '../integrations.messages.ts';
import classes from './integrations.module.css';

const MESSAGES = INTEGRATIONS_MESSAGES.webhooks;

interface ReplayDialogProps {
  /** Undefined while the dialog is closed. */
  webhook: WebhookRow | undefined;
  calls: WebhookCalls;
  onClose: () => void;
}

/** Asks since when the events of a webhook are sent again. */
export function ReplayDialog({ webhook, calls, onClose }: ReplayDialogProps) {
  const shown = useLast(webhook);
  const queryClient = useQueryClient();
  const [day, setDay] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const replaying = useWrite({
    write: async ({ id, since }: { id: number; since: string }, attempt) => calls.replay?.(id, since, attempt),
    meta: { failureTitle: MESSAGES.replayFailed, failureText: MESSAGES.replayFailed, prefersServerMessage: true },
    onSuccess: (answer) => {
      toasts.show({ kind: 'success', title: MESSAGES.replayed(answer?.replayed ?? 0) });
      return queryClient.invalidateQueries({ queryKey: [calls.listId] });
    },
    onDone: onClose,
  });
  const send = (): void => {
    setIsAsked(true);
    // The day begins where the user is.
    if (webhook && day !== '') replaying.mutate({ id: webhook.id, since: new Date(`${day}T00:00:00`).toISOString() });
  };
  return (
    <FormDialog
      isOpen={webhook !== undefined}
      onClose={onClose}
      title={MESSAGES.replayTitle(shown?.name ?? '')}
      size="question"
      isLocked={replaying.isPending}
    >
      <div className={classes.fields}>
        <p className={classes.context}>{MESSAGES.replayText}</p>
        <TextInput
          type="date"
          label={MESSAGES.replaySince}
          value={day}
          error={isAsked && day === '' ? MESSAGES.replayRequired : null}
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
    </FormDialog>
  );
}
