import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './confirm-dialog.module.css';
import { FORM_DIALOG_MESSAGES } from './form-dialog.messages.ts';
import { FormDialog } from './form-dialog.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** The verb of what will happen. */
  confirmText: string;
  /** The way out, where it is more than not doing it. */
  cancelText?: string;
  isBusy?: boolean;
  onConfirm: () => void;
}

/** Asks once more before something that cannot be taken back. */
export function ConfirmDialog({ isOpen, onClose, title, children, confirmText, isBusy = false, onConfirm, ...props }: ConfirmDialogProps) {
  const { cancelText = FORM_DIALOG_MESSAGES.cancel } = props;
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={title} size="question" isLocked={isBusy}>
      <p className={classes.text}>{children}</p>
      <div className={classes.actions}>
        {/* Enter, pressed once too often, changes nothing. */}
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
