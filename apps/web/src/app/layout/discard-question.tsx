import { discardQuestion } from '#web/lib/overlays/unsaved-input.ts';
import { useStore } from '#web/lib/store.ts';
import { FORM_DIALOG_MESSAGES as MESSAGES } from '#web/patterns/form-dialog/form-dialog.messages.ts';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';

/** Asks whether to discard what was typed. */
export function DiscardQuestion() {
  const question = useStore(discardQuestion);
  const answer = (isDiscarded: boolean): void => {
    discardQuestion.set(null);
    if (isDiscarded) question?.onDiscard();
  };
  return (
    <ConfirmDialog
      isOpen={question !== null}
      onClose={() => answer(false)}
      title={MESSAGES.discardTitle}
      confirmText={MESSAGES.discard}
      cancelText={MESSAGES.keepWriting}
      onConfirm={() => answer(true)}
    >
      {MESSAGES.discardText}
    </ConfirmDialog>
  );
}
