import { Button } from '@mantine/core';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { COPY_ICON, LineIcon } from '#web/patterns/icon.tsx';
import { INTEGRATIONS_MESSAGES } from '../integrations.messages.ts';
import classes from './integrations.module.css';

const MESSAGES = INTEGRATIONS_MESSAGES.secret;

export interface ShownSecret {
  kind: 'key' | 'webhook';
  name: string;
  secret: string;
}

/** Shows a secret this once, to be copied. */
export function SecretDialog({ shown, onClose }: { shown: ShownSecret | undefined; onClose: () => void }) {
  const last = useLast(shown);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(last?.secret ?? '');
      toasts.show({ kind: 'success', title: MESSAGES.copied });
    } catch {
      toasts.show({ kind: 'destructive', title: MESSAGES.copyFailed });
    }
  };
  return (
    <FormDialog
      isOpen={shown !== undefined}
      onClose={onClose}
      title={last?.kind === 'webhook' ? MESSAGES.webhookTitle : MESSAGES.keyTitle}
      context={last?.name}
    >
      <div className={classes.fields}>
        <p className={classes.context}>{MESSAGES.text}</p>
        {/* The secret leaves the page with the dialog. */}
        <p className={classes.secret} data-secret>
          {shown?.secret}
        </p>
      </div>
      <div className={classes.actions}>
        <Button variant="default" leftSection={<LineIcon path={COPY_ICON} size={16} />} onClick={() => void copy()}>
          {MESSAGES.copy}
        </Button>
        <Button onClick={onClose}>{MESSAGES.done}</Button>
      </div>
    </FormDialog>
  );
}
