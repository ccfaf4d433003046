import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FORM_DIALOG_MESSAGES as WORDS } from './form-dialog.messages.ts';
import { FormDialog } from './form-dialog.tsx';
import { NO_WORK, UnsentWorkContext } from './unsent-work.ts';

/** The two ways out of a form. */
interface WaysOut {
  /** It was sent: closes. */
  finish: () => void;
  /** It was not: asks first where something would be lost. */
  leave: () => void;
}

interface WritingDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  context?: ReactNode;
  /** The form; it tells of itself by `useUnsentWork`. */
  children: (ways: WaysOut) => ReactNode;
}

/** A dialog to write in: Esc, its buttons and the browser's way back ask before they discard something, and wait while it is being sent. */
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
    // Only the browser's own steps: where the app itself leads away (the session has ended), nothing may hold it. Closing is such a step too.
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
        title={WORDS.discardTitle}
        confirmText={WORDS.discard}
        cancelText={WORDS.keepWriting}
        onConfirm={finish}
      >
        {WORDS.discardText}
      </ConfirmDialog>
    </>
  );
}
