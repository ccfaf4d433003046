import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './confirm-dialog.module.css';
import { FORM_DIALOG_MESSAGES } from './form-dialog.messages.ts';
import { FormDialog } from './form-dialog.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Describes what will happen. */
  children: ReactNode;
  /** The verb of the action. */
  confirmText: string;
  /** Label of the cancel button, if 'Cancel' is not specific enough. */
  cancelText?: string;
  isBusy?: boolean;
  onConfirm: () => void;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({ isOpen, onClose, title, children, confirmText, isBusy = false, onConfirm, ...props }: ConfirmDialogProps) {
  const { cancelText = FORM_DIALOG_MESSAGES.cancel } = props;
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={title} size="question" isLocked={isBusy}>
      <p className={classes.text}>{children}</p>
      <div className={classes.actions}>
        {/* Cancel has the focus, so that pressing Enter once too often changes nothing. */}
        <Button variant="default" data-autofocus disabled={isBusy} onClick={onClose}>
          {cancelText}
        </Button>
        <Button className={classes.destructive} loading={isBusy} onClick={onConfirm}>
          {confirmText}
        </Button>
      </div>
    </FormDialog>
  );
}
