import { Button, TextInput } from '@mantine/core';
import { MAX_EMAIL_LENGTH } from '@yardage/domain/mail-rules';
import { MAX_PHONE_LENGTH } from '@yardage/domain/person-fields';
import type { RegistrationFields, RegistrationPlace } from '@yardage/domain/registration-rules';
import { type HTMLInputAutoCompleteAttribute, type ReactNode, useState } from 'react';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import layout from '#web/patterns/person-form/person-form.module.css';
import { knownAddresses, PlaceFields, publicAddresses } from '#web/patterns/person-form/place-fields.tsx';
import { SupportContact } from '#web/patterns/support-contact.tsx';
import { REGISTRATION_MESSAGES as MESSAGES, TERMS_MESSAGES as TERMS } from '../registration.messages.ts';
import classes from './registration-form.module.css';
import { type Prefilled, useRegistration } from './use-registration.ts';

type TextField = Exclude<keyof RegistrationFields, 'stateId' | 'address' | 'city' | 'zip'>;

const AUTO_COMPLETE: Partial<Record<TextField, HTMLInputAutoCompleteAttribute>> = {
  email: 'email',
  confirmEmail: 'email',
  phoneNumber: 'tel-national',
  companyName: 'organization',
  firstName: 'given-name',
  lastName: 'family-name',
};
const INPUT_MODES = { email: 'email', confirmEmail: 'email', phoneNumber: 'tel' } as const;

interface RegistrationFormProps {
  place: RegistrationPlace;
  prefilled?: Prefilled;
  onDone: () => void;
  onLeave: () => void;
  /** Renders the back or cancel button beside Register. `isBusy` is true while the form is being sent. */
  wayBack: (isBusy: boolean) => ReactNode;
}

/** The registration form, on its page and in the dialog (REG-03, REG-07 to REG-18). */
export function RegistrationForm({ place, prefilled = {}, onDone, onLeave, wayBack }: RegistrationFormProps) {
  const { element, form, submit, isBusy, formError } = useRegistration({ place, prefilled, onDone, onLeave });
  useUnsavedInput({ isChanged: form.isDirty(), isSending: isBusy });
  const [isTermsOpen, setIsTermsOpen] = useState(false);
  // What was known when the form was opened: data that arrives later must not lock a field in the middle of typing.
  const [known] = useState(prefilled);
  const field = (name: TextField) => {
    const isLocked = name !== 'companyName' && Boolean(known[name as keyof Prefilled]);
    return (
      <div key={name} data-width="half">
        <TextInput
          label={MESSAGES[name]}
          type={name.toLowerCase().includes('email') ? 'email' : 'text'}
          inputMode={INPUT_MODES[name as keyof typeof INPUT_MODES] ?? 'text'}
          autoComplete={AUTO_COMPLETE[name] ?? 'off'}
          maxLength={name === 'phoneNumber' ? MAX_PHONE_LENGTH : MAX_EMAIL_LENGTH}
          required={!(place === 'in-app' && name === 'phoneNumber')}
          withAsterisk={false}
          readOnly={isLocked}
          {...form.getInputProps(name)}
        />
      </div>
    );
  };
  return (
    <>
      <form
        ref={element}
        noValidate
        aria-label={MESSAGES.formTitle}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className={layout.fields}>
          {field('firstName')}
          {field('lastName')}
          {place === 'public' ? [field('email'), field('confirmEmail')] : field('email')}
          {field('phoneNumber')}
          {field('companyName')}
          {field('customerNumber')}
          <PlaceFields form={form} source={place === 'public' ? publicAddresses : knownAddresses} isOwn />
        </div>
        {formError ? <Notice kind="failure" title={formError} /> : null}
        <p className={classes.agree}>
          {MESSAGES.agree}{' '}
          <button type="button" className={classes.link} onClick={() => setIsTermsOpen(true)}>
            {MESSAGES.terms}
          </button>
          .
        </p>
        <div className={layout.actions}>
          {wayBack(isBusy)}
          <Button type="submit" data-busy={isBusy || undefined} aria-disabled={isBusy || undefined} className={classes.register}>
            {isBusy ? MESSAGES.registering : MESSAGES.register}
          </Button>
        </div>
      </form>
      <TermsDialog isOpen={isTermsOpen} onClose={() => setIsTermsOpen(false)} />
    </>
  );
}

/** Explains what email and phone are used for (REG-05). */
function TermsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const sections = [
    { title: TERMS.email.title, text: TERMS.email.text(publicConfig().branding.platformName) },
    TERMS.phone,
    TERMS.account,
    TERMS.rights,
  ];
  return (
    <FormDialog isInUrl={false} isOpen={isOpen} onClose={onClose} title={MESSAGES.terms}>
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
