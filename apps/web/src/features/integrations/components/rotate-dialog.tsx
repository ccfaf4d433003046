import { Button, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { copyText } from '#web/lib/copy-text.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { COPY_ICON, LineIcon } from '#web/patterns/icon.tsx';
import { INTEGRATION_SECRET_MESSAGES, INTEGRATIONS_MESSAGES, INTEGRATION_KEYS_MESSAGES as MESSAGES } from '../integrations.messages.ts';
import classes from './integrations.module.css';

const graceChoices = () => Object.entries(MESSAGES.graceChoices).map(([value, label]) => ({ value, label }));
const STANDARD_HOURS = '24';

interface RotateDialogProps {
  /** The key or webhook; undefined while the dialog is closed. */
  target: { id: number; name: string } | undefined;
  rotate: (id: number, graceHours: number, attempt: Attempt) => Promise<{ secret: string }>;
  /** The id of the endpoint that lists the keys or webhooks. */
  listId: string;
  onRotated: (name: string, secret: string) => void;
  onClose: () => void;
}

/** Asks how long the present secret stays valid, and replaces it. */
export function RotateDialog({ target, onClose, ...rest }: RotateDialogProps) {
  const shown = useLast(target);
  return (
    <FormDialog
      isInUrl={false}
      isOpen={target !== undefined}
      onClose={onClose}
      title={MESSAGES.rotateTitle(shown?.name ?? '')}
      size="question"
    >
      {shown ? <RotateForm key={shown.id} id={shown.id} name={shown.name} {...rest} onClose={onClose} /> : null}
    </FormDialog>
  );
}

type RotateFormProps = Omit<RotateDialogProps, 'target'> & { id: number; name: string };

/** In the dialog, so that each opening starts with the usual hours and not with those chosen for another one. */
function RotateForm({ id, name, rotate, listId, onRotated, onClose }: RotateFormProps) {
  const queryClient = useQueryClient();
  const [hours, setHours] = useState(STANDARD_HOURS);
  const rotating = useWrite({
    write: (graceHours: number, attempt) => rotate(id, graceHours, attempt),
    meta: { failureTitle: MESSAGES.rotateFailed, failureText: MESSAGES.rotateFailed, prefersServerMessage: true },
    // Refetch even if the response was lost: the list then shows until when the previous secret is valid.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listId] }),
    onDone: ({ secret }) => {
      onClose();
      onRotated(name, secret);
    },
  });
  useUnsavedInput({ isChanged: false, isSending: rotating.isPending });
  return (
    <>
      <div className={classes.fields}>
        <p className={classes.context}>{MESSAGES.rotateText}</p>
        <NativeSelect
          label={MESSAGES.grace}
          data={graceChoices()}
          value={hours}
          onChange={(event) => setHours(event.currentTarget.value)}
        />
      </div>
      <div className={classes.actions}>
        <Button variant="default" data-autofocus disabled={rotating.isPending} onClick={onClose}>
          {INTEGRATIONS_MESSAGES.cancel}
        </Button>
        <Button loading={rotating.isPending} onClick={() => rotating.mutate(Number(hours))}>
          {MESSAGES.rotate}
        </Button>
      </div>
    </>
  );
}

export interface ShownSecret {
  kind: 'key' | 'webhook';
  name: string;
  secret: string;
}

/** Shows a secret this once, to be copied. */
export function SecretDialog({ shown, onClose }: { shown: ShownSecret | undefined; onClose: () => void }) {
  const last = useLast(shown);
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(last?.secret ?? '', INTEGRATION_SECRET_MESSAGES.copyFailed);
    if (isCopied) toasts.show({ kind: 'success', title: INTEGRATION_SECRET_MESSAGES.copied });
  };
  return (
    <FormDialog
      isInUrl={false}
      isOpen={shown !== undefined}
      onClose={onClose}
      title={last?.kind === 'webhook' ? INTEGRATION_SECRET_MESSAGES.webhookTitle : INTEGRATION_SECRET_MESSAGES.keyTitle}
      context={last?.name}
    >
      <div className={classes.fields}>
        <p className={classes.context}>{INTEGRATION_SECRET_MESSAGES.text}</p>
        {/* The secret leaves the page with the dialog. */}
        <p className={classes.secret} data-secret>
          {shown?.secret}
        </p>
      </div>
      <div className={classes.actions}>
        <Button variant="default" leftSection={<LineIcon path={COPY_ICON} size={16} />} onClick={() => void copy()}>
          {INTEGRATION_SECRET_MESSAGES.copy}
        </Button>
        <Button onClick={onClose}>{INTEGRATION_SECRET_MESSAGES.done}</Button>
      </div>
    </FormDialog>
  );
}
