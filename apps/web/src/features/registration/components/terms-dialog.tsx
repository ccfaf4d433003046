import { Button } from '@mantine/core';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import layout from '#web/patterns/person-form/person-form.module.css';
import { SupportContact } from '#web/patterns/support-contact.tsx';
import { REGISTRATION_MESSAGES as MESSAGES, TERMS_MESSAGES as TERMS } from '../registration.messages.ts';
import classes from './terms-dialog.module.css';

/** Explains what email and phone are used for (REG-05). */
export function TermsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const sections = [
    { title: TERMS.email.title, text: TERMS.email.text(publicConfig().branding.platformName) },
    TERMS.phone,
    TERMS.account,
    TERMS.rights,
  ];
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={MESSAGES.terms}>
      <div className={classes.terms}>
        {sections.map(({ title, text }) => (
          <section key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </section>
        ))}
        <SupportContact />
      </div>
      <div className={layout.actions}>
        <Button onClick={onClose}>{MESSAGES.closeTerms}</Button>
      </div>
    </FormDialog>
  );
}
