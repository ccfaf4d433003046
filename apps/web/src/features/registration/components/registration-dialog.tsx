import { Button } from '@mantine/core';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { REGISTRATION_MESSAGES as MESSAGES } from '../registration.messages.ts';
import { RegistrationForm } from './registration-form.tsx';
import type { Prefilled } from './use-registration.ts';

interface RegistrationDialogProps {
  isOpen: boolean;
  onClose: () => void;
  prefilled: Prefilled;
}

/** The registration form for a signed-in user, prefilled with what is known about them (REG-07). */
export function RegistrationDialog({ isOpen, onClose, prefilled }: RegistrationDialogProps) {
  return (
    <FormDialog isInUrl={false} isOpen={isOpen} onClose={onClose} title={MESSAGES.formTitle} context={MESSAGES.dialogText}>
      {({ finish, close }) => (
        <RegistrationForm
          place="in-app"
          prefilled={prefilled}
          onDone={finish}
          onLeave={finish}
          wayBack={(isBusy) => (
            <Button type="button" variant="default" disabled={isBusy} onClick={close}>
              {MESSAGES.cancel}
            </Button>
          )}
        />
      )}
    </FormDialog>
  );
}
