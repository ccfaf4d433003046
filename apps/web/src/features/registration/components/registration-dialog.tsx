import { Button } from '@mantine/core';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { REGISTRATION_WORDS as WORDS } from '../registration.messages.ts';
import { RegistrationForm } from './registration-form.tsx';
import type { Prefilled } from './use-registration.ts';

interface RegistrationDialogProps {
  isOpen: boolean;
  onClose: () => void;
  prefilled: Prefilled;
}

/** The same form for somebody who is signed in, with what is known of him (REG-07). */
export function RegistrationDialog({ isOpen, onClose, prefilled }: RegistrationDialogProps) {
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={WORDS.formTitle} context={WORDS.dialogText}>
      <RegistrationForm
        place="in-app"
        prefilled={prefilled}
        onDone={onClose}
        onLeave={onClose}
        wayBack={
          <Button type="button" variant="default" onClick={onClose}>
            {WORDS.cancel}
          </Button>
        }
      />
    </FormDialog>
  );
}
