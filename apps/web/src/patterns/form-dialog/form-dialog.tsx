import { Button, CloseButton, Modal } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { OverlayContext, type OverlayScope } from '#web/lib/overlays/unsaved-input.ts';
import { LAYERS, useOpened, useOverlay } from '#web/lib/overlays/use-overlay.ts';
import { Notice } from '#web/patterns/notice.tsx';
import layout from '#web/patterns/person-form/person-form.module.css';
import { SIDE_DRAWER_MESSAGES } from '#web/patterns/side-drawer/side-drawer.messages.ts';
import { FORM_DIALOG_MESSAGES } from './form-dialog.messages.ts';
import classes from './form-dialog.module.css';

interface FormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** One line under the title. */
  context?: ReactNode;
  /** A question is narrower than a form. */
  size?: 'form' | 'question';
  /** Whether closing is disabled. A form that reports with `useUnsavedInput` also disables it while it is being sent. */
  isLocked?: boolean;
  /** Whether the address says that it is open. Otherwise Back closes it. */
  isInUrl: boolean;
  /** The content. A form gets the functions that close the dialog: `finish` after sending, `close` without. */
  children: ReactNode | ((scope: OverlayScope) => ReactNode);
}

/** A dialog with a form or a question. A form is full screen on phones. */
export function FormDialog({ isOpen, onClose, title, context, size = 'form', isInUrl, children, ...props }: FormDialogProps) {
  const { isLocked = false } = props;
  const layer = size === 'question' ? 'question' : 'dialog';
  const { close, dismiss, scope, ...overlay } = useOverlay({ layer, isOpen, onClose, isLocked, isInUrl });
  return (
    <Modal.Root
      opened={useOpened(isOpen)}
      onClose={dismiss}
      closeOnEscape={false}
      closeOnClickOutside={size === 'question'}
      centered
      zIndex={LAYERS[layer]}
      transitionProps={{ duration: 150, transition: 'fade' }}
      classNames={{ content: classes.dialog, inner: classes.frame }}
      data-size={size}
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content>
        <div className={classes.head}>
          <div className={classes.heading}>
            {/* Focus the title of a form, so that screen readers read it first. A question focuses its own button. */}
            <Modal.Title className={classes.title} tabIndex={-1} data-autofocus={size === 'form' || undefined}>
              {title}
            </Modal.Title>
            {context ? <p className={classes.context}>{context}</p> : null}
          </div>
          <CloseButton
            className={classes.close}
            iconSize={20}
            aria-label={SIDE_DRAWER_MESSAGES.close}
            disabled={overlay.isLocked}
            onClick={close}
          />
        </div>
        <OverlayContext value={scope}>
          <div className={classes.body}>{typeof children === 'function' ? children(scope) : children}</div>
        </OverlayContext>
      </Modal.Content>
    </Modal.Root>
  );
}

interface DialogFormProps {
  ref: Ref<HTMLFormElement>;
  /** The name of the form, for screen readers. */
  label: string;
  onSubmit: () => void;
  onCancel: () => void;
  /** What is wrong with the form as a whole. */
  error: string | undefined;
  isBusy: boolean;
  submitText: string;
  /** The fields. */
  children: ReactNode;
}

/** A form in a dialog: its fields, an error, and the buttons to cancel and to send. */
export function DialogForm({ ref, label, onSubmit, onCancel, error, isBusy, submitText, children }: DialogFormProps) {
  return (
    <form
      ref={ref}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {error ? <Notice kind="failure" title={error} /> : null}
      <div className={layout.actions}>
        <Button type="button" variant="default" disabled={isBusy} onClick={onCancel}>
          {FORM_DIALOG_MESSAGES.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {submitText}
        </Button>
      </div>
    </form>
  );
}

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
  /** Whether the action loses something. The button's colour shows it. */
  isDestructive?: boolean;
  onConfirm: () => void;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({ isOpen, onClose, title, children, confirmText, isBusy = false, onConfirm, ...props }: ConfirmDialogProps) {
  const { cancelText = FORM_DIALOG_MESSAGES.cancel, isDestructive = true } = props;
  return (
    <FormDialog isInUrl={false} isOpen={isOpen} onClose={onClose} title={title} size="question" isLocked={isBusy}>
      <p className={classes.text}>{children}</p>
      <div className={classes.actions}>
        {/* Cancel has the focus, so that pressing Enter once too often changes nothing. */}
        <Button variant="default" data-autofocus disabled={isBusy} onClick={onClose}>
          {cancelText}
        </Button>
        <Button className={isDestructive ? classes.destructive : undefined} loading={isBusy} onClick={onConfirm}>
          {confirmText}
        </Button>
      </div>
    </FormDialog>
  );
}
