import { Button, TextInput } from '@mantine/core';
import type { RegistrationFields, RegistrationPlace } from '@yardage/domain/registration-rules';
import { type HTMLInputAutoCompleteAttribute, type ReactNode, useState } from 'react';
import { Notice } from '#web/patterns/notice.tsx';
import { AddressField } from '#web/patterns/person-form/address-field.tsx';
import { knownAddresses, publicAddresses } from '#web/patterns/person-form/address-sources.ts';
import layout from '#web/patterns/person-form/person-form.module.css';
import { StateField } from '#web/patterns/person-form/state-field.tsx';
import { REGISTRATION_WORDS as WORDS } from '../registration.messages.ts';
import classes from './registration-form.module.css';
import { TermsDialog } from './terms-dialog.tsx';
import { type Prefilled, useRegistration } from './use-registration.ts';

type TextField = Exclude<keyof RegistrationFields, 'stateId' | 'address'>;

const AUTO_COMPLETE: Partial<Record<TextField, HTMLInputAutoCompleteAttribute>> = {
  email: 'email',
  confirmEmail: 'email',
  phoneNumber: 'tel-national',
  companyName: 'organization',
  firstName: 'given-name',
  lastName: 'family-name',
  city: 'address-level2',
  zip: 'postal-code',
};
const INPUT_MODES = { email: 'email', confirmEmail: 'email', phoneNumber: 'tel', zip: 'numeric' } as const;

interface RegistrationFormProps {
  place: RegistrationPlace;
  prefilled?: Prefilled;
  onDone: () => void;
  onLeave: () => void;
  /** Beside the Register button: the way back. */
  wayBack: ReactNode;
}

/** The registration form, on its page and in the dialog (REG-03, REG-07 to REG-18). */
export function RegistrationForm({ place, prefilled = {}, onDone, onLeave, wayBack }: RegistrationFormProps) {
  const { element, form, submit, isBusy, formError } = useRegistration({ place, prefilled, onDone, onLeave });
  const [isTermsOpen, setIsTermsOpen] = useState(false);
  const field = (name: TextField, width: 'half' | 'third') => {
    const isLocked = name in prefilled && prefilled[name as keyof Prefilled] !== '' && name !== 'companyName';
    return (
      <div key={name} data-width={width}>
        <TextInput
          label={WORDS[name]}
          size="md"
          type={name.toLowerCase().includes('email') ? 'email' : 'text'}
          inputMode={INPUT_MODES[name as keyof typeof INPUT_MODES] ?? 'text'}
          autoComplete={AUTO_COMPLETE[name] ?? 'off'}
          maxLength={254}
          required={!(place === 'in-app' && name === 'phoneNumber')}
          withAsterisk={false}
          readOnly={isLocked}
          data-locked={isLocked || undefined}
          className={classes.field}
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
        aria-label={WORDS.formTitle}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className={layout.fields}>
          {field('firstName', 'half')}
          {field('lastName', 'half')}
          {place === 'public' ? [field('email', 'half'), field('confirmEmail', 'half')] : field('email', 'half')}
          {field('phoneNumber', 'half')}
          {field('companyName', 'half')}
          {field('customerNumber', 'half')}
          <AddressField
            source={place === 'public' ? publicAddresses : knownAddresses}
            value={form.values.address}
            error={form.errors.address}
            onType={(address) => form.setFieldValue('address', address)}
            onChoose={({ address, city, stateId, zipcode }) => {
              form.setValues({ address: address || form.values.address, city, stateId, zip: zipcode });
              for (const name of ['address', 'city', 'stateId', 'zip'] as const) form.clearFieldError(name);
            }}
          />
          {field('city', 'third')}
          <div data-width="third">
            <StateField
              value={form.values.stateId}
              error={form.errors.stateId}
              onChange={(stateId) => form.setFieldValue('stateId', stateId)}
            />
          </div>
          {field('zip', 'third')}
        </div>
        {formError ? <Notice kind="failure" title={formError} /> : null}
        <p className={classes.agree}>
          {WORDS.agree}{' '}
          <button type="button" className={classes.link} onClick={() => setIsTermsOpen(true)}>
            {WORDS.terms}
          </button>
          .
        </p>
        <div className={layout.actions}>
          {wayBack}
          <Button type="submit" data-busy={isBusy || undefined} aria-disabled={isBusy || undefined} className={classes.register}>
            {isBusy ? WORDS.registering : WORDS.register}
          </Button>
        </div>
      </form>
      <TermsDialog isOpen={isTermsOpen} onClose={() => setIsTermsOpen(false)} />
    </>
  );
}
