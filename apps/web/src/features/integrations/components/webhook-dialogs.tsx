import { useQueryClient } from '@tanstack/react-query';
import type { WebhookRow } from '@yardage/contract/webhooks';
import { useState } from 'react';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import type { WebhookCalls } from '../integrations.api.ts';
import { INTEGRATION_WEBHOOKS_MESSAGES as MESSAGES } from '../integrations.messages.ts';
import { DeliveriesDrawer } from './deliveries-drawer.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx';
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
  const doomed = openedAs('remove');
  const lastDoomed = useLast(doomed);
  const removing = useWrite({
    write: (id: number, attempt) => calls.remove(id, attempt),
    meta: { failureTitle: MESSAGES.changeFailed, failureText: MESSAGES.changeFailed, prefersServerMessage: true },
    onDone: onClose,
    onRefused: onClose,
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
        onRotated={(name, made) => setSecret({ kind: 'webhook', name, secret: made })}
        onClose={onClose}
      />
      <ReplayDialog webhook={openedAs('replay')} calls={calls} onClose={onClose} />
      <ConfirmDialog
        isOpen={doomed !== undefined}
        onClose={onClose}
        title={MESSAGES.removeTitle(lastDoomed?.name ?? '')}
        confirmText={MESSAGES.remove}
        isBusy={removing.isPending}
        onConfirm={() => doomed && removing.mutate(doomed.id)}
      >
        {MESSAGES.removeText}
      </ConfirmDialog>
      <DeliveriesDrawer webhook={openedAs('deliveries')} calls={calls} onClose={onClose} />
      <SecretDialog shown={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}
