import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { SUPPORT_WORDS as WORDS } from '../support.messages.ts';
import { SupportForm } from './support-form.tsx';

/** The Support Request Form over the list. */
export function SupportFormDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={WORDS.formTitle}>
      <SupportForm onDone={onClose} onCancel={onClose} />
    </FormDialog>
  );
}
