import { Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MailSettings } from '@yardage/contract/users';
import { putAnswer } from '#web/lib/query/put-answer.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { mailSettingsQuery, saveMailSettings } from '../account.api.ts';
import { ACCOUNT_MESSAGES as MESSAGES } from '../account.messages.ts';
import classes from './mail-settings-dialog.module.css';

/** Dialog to choose which emails about their own payments the user receives. Each choice is saved at once. */
export function MailSettingsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const query = useQuery({ ...mailSettingsQuery(), enabled: isOpen });
  return (
    <FormDialog isInUrl={false} isOpen={isOpen} onClose={onClose} title={MESSAGES.mailSettings} context={MESSAGES.mailSettingsText}>
      <DetailState query={query} skeletonLines={[2]}>
        {(settings) => <Choices settings={settings} />}
      </DetailState>
    </FormDialog>
  );
}

function Choices({ settings }: { settings: MailSettings }) {
  const queryClient = useQueryClient();
  const saving = useWrite({
    write: saveMailSettings,
    meta: { failureText: MESSAGES.mailSettingsNotSaved },
    onSuccess: (saved) => {
      putAnswer(queryClient, mailSettingsQuery().queryKey, saved);
      toasts.show({ kind: 'success', title: MESSAGES.mailSettingsSaved });
    },
  });
  // The switches are not disabled while a choice is saved, because they would lose the focus.
  const choose = (change: Partial<MailSettings>): void => {
    if (!saving.isPending) saving.mutate({ ...settings, ...change });
  };
  const shown = saving.isPending ? saving.variables : settings;
  return (
    <div className={classes.choices}>
      <Switch
        label={MESSAGES.paymentReceipts}
        description={MESSAGES.paymentReceiptsText}
        checked={shown.paymentReceipts}
        aria-disabled={saving.isPending}
        onChange={(event) => choose({ paymentReceipts: event.currentTarget.checked })}
      />
      <Switch
        label={MESSAGES.paymentReturns}
        description={MESSAGES.paymentReturnsText}
        checked={shown.paymentReturns}
        aria-disabled={saving.isPending}
        onChange={(event) => choose({ paymentReturns: event.currentTarget.checked })}
      />
    </div>
  );
}
