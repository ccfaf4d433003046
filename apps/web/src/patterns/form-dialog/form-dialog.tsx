import { CloseButton, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { LAYERS } from '#web/patterns/side-drawer/layers.ts';
import { SIDE_DRAWER_MESSAGES } from '#web/patterns/side-drawer/side-drawer.messages.ts';
import { useEscape } from '#web/patterns/side-drawer/use-escape.ts';
import { useOpened } from '#web/patterns/side-drawer/use-opened.ts';
import classes from './form-dialog.module.css';

interface FormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** One line under the title. */
  context?: ReactNode;
  /** A question is narrower than a form. */
  size?: 'form' | 'question';
  /** Whether closing is disabled while a request is being sent. */
  isLocked?: boolean;
  children: ReactNode;
}

/** A dialog with a form or a question. A form is full screen on phones. `WritingDialog` protects unsaved input. */
export function FormDialog({ isOpen, onClose, title, context, size = 'form', isLocked = false, children }: FormDialogProps) {
  const close = (): void => {
    if (!isLocked) onClose();
  };
  useEscape('dialog', isOpen, close);
  return (
    <Modal.Root
      opened={useOpened(isOpen)}
      onClose={close}
      closeOnEscape={false}
      closeOnClickOutside={size === 'question'}
      centered
      zIndex={LAYERS.dialog}
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
            disabled={isLocked}
            onClick={close}
          />
        </div>
        <div className={classes.body}>{children}</div>
      </Modal.Content>
    </Modal.Root>
  );
}
