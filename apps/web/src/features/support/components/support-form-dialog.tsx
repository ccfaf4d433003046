import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { SUPPORT_MESSAGES as MESSAGES } from '../support.messages.ts';
import { SupportForm } from './support-form.tsx';

/** Dialog with the Support Request Form. */
export function SupportFormDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <FormDialog isInAddress isOpen={isOpen} onClose={onClose} title={MESSAGES.formTitle}>
      {({ finish, leave }) => <SupportForm onDone={finish} onCancel={leave} />}
    </FormDialog>
  );
}
