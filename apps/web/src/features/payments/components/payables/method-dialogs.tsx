import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { listSavedMethods, type SavedMethod } from '@yardage/contract/saved-methods';
import { type FormEvent, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { ConfirmDialog, FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { PAYABLES_KEYS, removeMethod, renameMethod } from '../../payables.api.ts';
import { PAYABLES_MESSAGES as MESSAGES } from '../../payables.messages.ts';
import { AddMethodForm } from './add-method-form.tsx';
import classes from './payables.module.css';
import { VerifyForm } from './verify-form.tsx';

/** What the user does with saved methods. */
export type MethodTask = { kind: 'add' } | { kind: 'verify' | 'rename' | 'remove'; method: SavedMethod };

interface MethodDialogsProps {
  task: MethodTask | undefined;
  /** The methods as they are now: a failed verification changes the tries that are left. */
  methods: readonly SavedMethod[];
  onClose: () => void;
}

/** The dialogs about saved methods. */
export function MethodDialogs({ task, methods, onClose }: MethodDialogsProps) {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const methodOf = (kind: 'verify' | 'rename' | 'remove') =>
    task?.kind === kind ? (methods.find(({ id }) => id === task.method.id) ?? task.method) : undefined;
  const toDelete = methodOf('remove');
  const lastToDelete = useLast(toDelete);
  const renamed = useLast(methodOf('rename'));
  const verified = useLast(methodOf('verify'));
  const refresh = () => Promise.all(PAYABLES_KEYS.map((id) => queryClient.invalidateQueries({ queryKey: [id] })));
  const removing = useWrite({
    write: ({ id }: SavedMethod, attempt) => removeMethod(customer, id, attempt),
    meta: { failureTitle: MESSAGES.removeFailed, failureText: MESSAGES.removeFailed, prefersServerMessage: true },
    onSuccess: () => toasts.show({ kind: 'success', title: MESSAGES.removed }),
    onDone: onClose,
    onFailed: onClose,
    onSettled: refresh,
  });
  return (
    <>
      <FormDialog
        isInUrl={false}
        isOpen={task?.kind === 'add'}
        onClose={onClose}
        title={MESSAGES.addTitle}
        context={MESSAGES.methodsContext}
      >
        {({ finish, close }) => (
          <AddMethodForm
            onSaved={() => {
              void refresh();
              toasts.show({ kind: 'success', title: MESSAGES.added });
              finish();
            }}
            onUnclear={() => void refresh()}
            onCancel={close}
          />
        )}
      </FormDialog>
      <FormDialog isInUrl={false} isOpen={task?.kind === 'verify'} onClose={onClose} title={MESSAGES.verifyTitle(verified?.name ?? '')}>
        {({ finish, close }) =>
          verified ? <VerifyForm key={verified.id} method={verified} onDone={finish} onCancel={close} onSettled={refresh} /> : null
        }
      </FormDialog>
      <FormDialog isInUrl={false} isOpen={task?.kind === 'rename'} onClose={onClose} title={MESSAGES.renameTitle}>
        {({ finish, close }) =>
          renamed ? <RenameForm key={renamed.id} method={renamed} onDone={finish} onCancel={close} onSettled={refresh} /> : null
        }
      </FormDialog>
      <ConfirmDialog
        isOpen={toDelete !== undefined}
        onClose={onClose}
        title={MESSAGES.removeTitle(lastToDelete?.name ?? '')}
        confirmText={MESSAGES.remove}
        isBusy={removing.isPending}
        onConfirm={() => toDelete && removing.mutate(toDelete)}
      >
        {[MESSAGES.removeText, lastToDelete?.uses ? MESSAGES.removeUses(lastToDelete.uses) : ''].join(' ')}
      </ConfirmDialog>
    </>
  );
}

interface RenameFormProps {
  method: SavedMethod;
  onDone: () => void;
  onCancel: () => void;
  onSettled: () => unknown;
}

function RenameForm({ method, onDone, onCancel, onSettled }: RenameFormProps) {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const [name, setName] = useState(method.name);
  const [fault, setFault] = useState<string>();
  const renaming = useWrite({
    write: (next: string, attempt) => renameMethod(customer, method.id, next, attempt),
    meta: { failureTitle: MESSAGES.renameFailed, failureText: MESSAGES.renameFailed, prefersServerMessage: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [listSavedMethods.id] }),
    onSettled,
    onDone,
  });
  useUnsavedInput({ isChanged: name !== method.name && !renaming.isSuccess, isSending: renaming.isPending });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (renaming.isPending) return;
    const next = name.trim();
    setFault(next === '' ? MESSAGES.nameRequired : undefined);
    if (next !== '') renaming.mutate(next);
  };
  return (
    <form noValidate aria-label={MESSAGES.renameTitle} onSubmit={submit}>
      <TextInput
        label={MESSAGES.name}
        maxLength={60}
        autoComplete="off"
        value={name}
        error={fault}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button type="button" variant="default" disabled={renaming.isPending} onClick={onCancel}>
          {MESSAGES.cancel}
        </Button>
        <Button type="submit" loading={renaming.isPending}>
          {MESSAGES.save}
        </Button>
      </div>
    </form>
  );
}
