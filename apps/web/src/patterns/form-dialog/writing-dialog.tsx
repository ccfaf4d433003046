import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FORM_DIALOG_MESSAGES as MESSAGES } from './form-dialog.messages.ts';
import { FormDialog } from './form-dialog.tsx';
import { NO_WORK, UnsentWorkContext } from './unsent-work.ts';

/** The two ways to close a form. */
interface WaysOut {
  /** Closes after the form was sent. */
  finish: () => void;
  /** Closes without sending; asks first if changes would be lost. */
  leave: () => void;
}

interface WritingDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  context?: ReactNode;
  /** The form. It reports its state with `useUnsentWork`. */
  children: (ways: WaysOut) => ReactNode;
}

/**
 * A dialog for a form: Esc, its buttons and the browser's Back ask before they discard changes, and do nothing while it is being sent.
 */
export function WritingDialog({ isOpen, onClose, title, context, children }: WritingDialogProps) {
  const [work, setWork] = useState(NO_WORK);
  const [isAsking, setIsAsking] = useState(false);
  const isFinished = useRef(false);
  useEffect(() => {
    if (isOpen) isFinished.current = false;
  }, [isOpen]);

  const finish = (): void => {
    isFinished.current = true;
    setIsAsking(false);
    onClose();
  };
  const leave = (): void => {
    if (work.isSending) return;
    if (work.isChanged) setIsAsking(true);
    else finish();
  };
  useBlocker({
    disabled: !isOpen || !(work.isChanged || work.isSending),
    enableBeforeUnload: false,
    // Block only Back and Forward, not navigation by the app, for example when the session ends. Closing may go back too, so it sets
    // `isFinished`.
    shouldBlockFn: ({ action }) => {
      if (isFinished.current || action === 'PUSH' || action === 'REPLACE') return false;
      leave();
      return true;
    },
  });
  return (
    <>
      <FormDialog isOpen={isOpen} onClose={leave} title={title} context={context} isLocked={work.isSending}>
        <UnsentWorkContext value={setWork}>{children({ finish, leave })}</UnsentWorkContext>
      </FormDialog>
      <ConfirmDialog
        isOpen={isOpen && isAsking}
        onClose={() => setIsAsking(false)}
        title={MESSAGES.discardTitle}
        confirmText={MESSAGES.discard}
        cancelText={MESSAGES.keepWriting}
        onConfirm={finish}
      >
        {MESSAGES.discardText}
      </ConfirmDialog>
    </>
  );
}
