import { useState } from 'react';
import { discardQuestion } from '#web/lib/overlays/unsaved-input.ts';
import { useStore } from '#web/lib/store.ts';
import { FORM_DIALOG_MESSAGES as MESSAGES } from '#web/patterns/form-dialog/form-dialog.messages.ts';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { LAYOUT_MESSAGES } from './layout.messages.ts';

/** Asks whether to discard what was typed, or to log out although something waits to be sent. */
export function DiscardQuestion() {
  const question = useStore(discardQuestion);
  // The text stays as it is while the dialog closes.
  const [isLogout, setIsLogout] = useState(false);
  if (question && question.isLogout !== isLogout) setIsLogout(question.isLogout);
  const answer = (isDiscarded: boolean): void => {
    discardQuestion.set(null);
    if (isDiscarded) question?.onDiscard();
  };
  return (
    <ConfirmDialog
      isOpen={question !== null}
      onClose={() => answer(false)}
      title={isLogout ? LAYOUT_MESSAGES.logoutTitle : MESSAGES.discardTitle}
      confirmText={isLogout ? LAYOUT_MESSAGES.logout : MESSAGES.discard}
      cancelText={isLogout ? MESSAGES.cancel : MESSAGES.keepWriting}
      onConfirm={() => answer(true)}
    >
      {isLogout ? LAYOUT_MESSAGES.logoutText : MESSAGES.discardText}
    </ConfirmDialog>
  );
}
