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
  isBusy: boolean;
  onConfirm: () => void;
}

/** Asks once more before something that cannot be taken back. */
export function ConfirmDialog({ isOpen, onClose, title, children, confirmText, isBusy, onConfirm }: ConfirmDialogProps) {
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={title} size="question">
      <p className={classes.text}>{children}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {FORM_DIALOG_MESSAGES.cancel}
        </Button>
        <Button className={classes.destructive} loading={isBusy} onClick={onConfirm}>
          {confirmText}
        </Button>
      </div>
    </FormDialog>
  );
}
