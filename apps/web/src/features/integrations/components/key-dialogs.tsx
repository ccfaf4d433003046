import { useQueryClient } from '@tanstack/react-query';
import type { ServiceKeyRow } from '@yardage/contract/service-keys';
import { useState } from 'react';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import type { KeyCalls } from '../integrations.api.ts';
import { INTEGRATION_KEYS_MESSAGES as MESSAGES } from '../integrations.messages.ts';
import { KeyDialog, type KeyOptions } from './key-dialog.tsx';
import { RotateDialog, SecretDialog, type ShownSecret } from './rotate-dialog.tsx';

/** What the user does with keys: makes one, rotates or revokes one. */
export type KeyTask = { kind: 'add' } | { kind: 'rotate' | 'revoke'; key: ServiceKeyRow };

interface KeyDialogsProps {
  /** Undefined while no dialog is open. */
  task: KeyTask | undefined;
  calls: KeyCalls;
  options: KeyOptions;
  onClose: () => void;
}

/** The dialogs about keys, and the one that shows a new secret once. */
export function KeyDialogs({ task, calls, options, onClose }: KeyDialogsProps) {
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState<ShownSecret>();
  const keyOf = (kind: 'rotate' | 'revoke') => (task?.kind === kind ? task.key : undefined);
  const toRevoke = keyOf('revoke');
  const lastToRevoke = useLast(toRevoke);
  const refresh = () => queryClient.invalidateQueries({ queryKey: [calls.listId] });
  const revoking = useWrite({
    write: ({ id }: ServiceKeyRow, attempt) => calls.revoke(id, attempt),
    meta: { failureTitle: MESSAGES.revokeFailed, failureText: MESSAGES.revokeFailed, prefersServerMessage: true },
    onSuccess: () => toasts.show({ kind: 'success', title: MESSAGES.revoked }),
    onDone: onClose,
    onFailed: onClose,
    onSettled: refresh,
  });
  return (
    <>
      <KeyDialog
        isOpen={task?.kind === 'add'}
        calls={calls}
        options={options}
        onMade={({ key, secret: made }) => setSecret({ kind: 'key', name: key.name, secret: made })}
        onClose={onClose}
      />
      {calls.rotate ? (
        <RotateDialog
          target={keyOf('rotate')}
          rotate={calls.rotate}
          listId={calls.listId}
          onRotated={(name, made) => setSecret({ kind: 'key', name, secret: made })}
          onClose={onClose}
        />
      ) : null}
      <ConfirmDialog
        isOpen={toRevoke !== undefined}
        onClose={onClose}
        title={MESSAGES.revokeTitle(lastToRevoke?.name ?? '')}
        confirmText={MESSAGES.revoke}
        isBusy={revoking.isPending}
        onConfirm={() => toRevoke && revoking.mutate(toRevoke)}
      >
        {MESSAGES.revokeText}
      </ConfirmDialog>
      <SecretDialog shown={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}
