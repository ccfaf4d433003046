import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { DeskBranding, DeskBrandingSettings } from '@yardage/contract/desk-branding';
import { accentFault, COLOUR_PATTERN, contrastOf } from '@yardage/domain/colors';
import { faultsOf, requiredFault } from '@yardage/domain/faults';
import { emailFault } from '@yardage/domain/mail-rules';
import { useRef, useState } from 'react';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useFreshForm, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { putAnswer } from '#web/lib/query/put-answer.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { FilePicker } from '#web/patterns/file-picker.tsx';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { focusFirstFault, isConflict, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import { Notice } from '#web/patterns/notice.tsx';
import layout from '#web/patterns/person-form/person-form.module.css';
import { brandingQuery, resetBranding, saveBranding, saveLogo } from '../desk-branding.api.ts';
import { DESK_BRANDING_MESSAGES as MESSAGES } from '../desk-branding.messages.ts';
import classes from './branding-form.module.css';

type Values = Omit<DeskBrandingSettings, 'addressLines'> & { address: string };
const FIELDS = ['platformName', 'documentTitle', 'accentColor', 'supportPhone', 'supportEmail', 'privacyPolicyUrl', 'address'] as const;
const IMAGES = 'image/png,image/jpeg';

const linesOf = (address: string): string[] =>
  address
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
const valuesOf = ({ settings: { addressLines, ...settings } }: DeskBranding): Values => ({ ...settings, address: addressLines.join('\n') });

/** The form of the branding, with a preview of what is typed beside it (STF-05). */
export function BrandingForm({ branding }: { branding: DeskBranding }) {
  const element = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const { dateTime } = useFormats();
  const [isResetting, setIsResetting] = useState(false);
  const form = useForm<Values>({ initialValues: valuesOf(branding) });
  useFreshForm(form, branding, valuesOf);
  const take = (stored: DeskBranding): void => putAnswer(queryClient, brandingQuery().queryKey, stored);
  const saving = useWrite({
    write: ({ address, ...settings }: Values, attempt) => saveBranding({ ...settings, addressLines: linesOf(address) }, branding, attempt),
    meta: { failureTitle: MESSAGES.saveFailed, failureText: MESSAGES.saveFailed, prefersServerMessage: true, isForm: true },
    onSuccess: (stored) => {
      take(stored);
      toasts.show({ kind: 'success', title: MESSAGES.saved });
    },
    onDone: (_stored, sent) => form.resetDirty(sent),
    onFailed: (error) => {
      // A colleague's change comes into the form, except where something else was typed.
      if (isConflict(error)) void queryClient.invalidateQueries({ queryKey: brandingQuery().queryKey });
      if (!isFieldRefusal(error)) return;
      const { addressLines, ...placed } = placeErrors(error.problem, [...FIELDS, 'addressLines']);
      form.setErrors({ ...placed, ...(addressLines ? { address: addressLines } : {}) });
      focusFirstFault(element.current);
    },
  });
  const changingLogo = useWrite({
    write: saveLogo,
    meta: { failureTitle: MESSAGES.logoFailed, failureText: MESSAGES.logoFailed },
    onSuccess: (stored) => {
      take(stored);
      toasts.show({ kind: 'success', title: MESSAGES.logoSaved });
    },
  });
  const resetting = useWrite({
    write: (_: undefined, attempt) => resetBranding(attempt),
    meta: { failureTitle: MESSAGES.saveFailed, failureText: MESSAGES.saveFailed },
    onSuccess: take,
    onDone: (stored) => {
      form.setInitialValues(valuesOf(stored));
      form.setValues(valuesOf(stored));
      setIsResetting(false);
    },
    onFailed: () => setIsResetting(false),
  });
  useUnsavedInput({ isChanged: form.isDirty(), isSending: saving.isPending });
  const submit = (): void => {
    if (saving.isPending) return;
    const { platformName, documentTitle, accentColor, supportEmail } = form.values;
    const faults = faultsOf({
      platformName: requiredFault(platformName, MESSAGES.nameRequired),
      documentTitle: requiredFault(documentTitle, MESSAGES.titleRequired),
      accentColor: accentFault(accentColor.trim()),
      supportEmail: supportEmail.trim() === '' ? null : emailFault(supportEmail),
    });
    form.setErrors(faults);
    if (Object.keys(faults).length === 0) saving.mutate(form.values);
    else focusFirstFault(element.current);
  };
  const text = (name: 'platformName' | 'documentTitle' | 'supportPhone' | 'supportEmail', maxLength: number) => (
    <div data-width="half">
      <TextInput label={MESSAGES[name]} maxLength={maxLength} autoComplete="off" {...form.getInputProps(name)} />
    </div>
  );
  const { accentColor, address } = form.values;
  const colourFault = accentFault(accentColor.trim());
  const formError = (form.errors as { form?: string }).form;
  return (
    <div className={classes.sides}>
      <Card title={MESSAGES.form}>
        <form
          ref={element}
          noValidate
          className={classes.form}
          aria-label={MESSAGES.form}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <div className={layout.fields}>
            {text('platformName', 60)}
            {text('documentTitle', 80)}
            <div className={classes.colour} data-width="half">
              <TextInput
                label={MESSAGES.accentColor}
                maxLength={7}
                autoComplete="off"
                {...form.getInputProps('accentColor')}
                error={form.errors.accentColor ?? colourFault}
              />
              <input
                type="color"
                className={classes.picker}
                aria-label={MESSAGES.pickColour}
                value={COLOUR_PATTERN.test(accentColor) ? accentColor : '#000000'}
                onChange={(event) => form.setFieldValue('accentColor', event.currentTarget.value)}
              />
            </div>
            <div data-width="half">
              <p className={classes.label}>{MESSAGES.logo}</p>
              <div className={classes.logo}>
                <FilePicker accept={IMAGES} onChange={(file) => file && changingLogo.mutate(file)}>
                  {(props) => (
                    <Button {...props} variant="default" loading={changingLogo.isPending}>
                      {MESSAGES.chooseLogo}
                    </Button>
                  )}
                </FilePicker>
                {branding.hasOwnLogo ? (
                  <Button variant="subtle" disabled={changingLogo.isPending} onClick={() => changingLogo.mutate(null)}>
                    {MESSAGES.removeLogo}
                  </Button>
                ) : null}
              </div>
              <p className={classes.hint}>{MESSAGES.logoHint}</p>
            </div>
            {text('supportPhone', 40)}
            {text('supportEmail', 254)}
            <Textarea
              label={MESSAGES.addressLines}
              description={MESSAGES.addressHint}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autosize
              minRows={2}
              maxRows={5}
              {...form.getInputProps('address')}
            />
            <TextInput
              label={MESSAGES.privacyPolicyUrl}
              description={MESSAGES.privacyHint}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              type="url"
              maxLength={300}
              autoComplete="off"
              {...form.getInputProps('privacyPolicyUrl')}
            />
            <Checkbox label={MESSAGES.showWelcomeMessage} {...form.getInputProps('showWelcomeMessage', { type: 'checkbox' })} />
          </div>
          {formError ? <Notice kind="failure" title={formError} /> : null}
          <div className={layout.actions}>
            <p className={classes.changed}>
              {branding.updated ? MESSAGES.changed(dateTime(branding.updated.at), branding.updated.by ?? '') : MESSAGES.unchanged}
            </p>
            <Button type="button" variant="default" disabled={!branding.updated || saving.isPending} onClick={() => setIsResetting(true)}>
              {MESSAGES.reset}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {MESSAGES.save}
            </Button>
          </div>
        </form>
      </Card>
      <BrandingPreview
        settings={{ ...form.values, addressLines: linesOf(address) }}
        accent={colourFault ? branding.settings.accentColor : accentColor.trim()}
        logoUrl={branding.logoUrl}
      />
      <ConfirmDialog
        isOpen={isResetting}
        onClose={() => setIsResetting(false)}
        title={MESSAGES.resetTitle}
        confirmText={MESSAGES.reset}
        isBusy={resetting.isPending}
        onConfirm={() => resetting.mutate(undefined)}
      >
        {MESSAGES.resetText}
      </ConfirmDialog>
    </div>
  );
}

interface BrandingPreviewProps {
  settings: DeskBrandingSettings;
  accent: string;
  logoUrl: string | null;
}

/** What is typed, as the portal, a mail and a PDF show it. Paper is white in both colour schemes. */
function BrandingPreview({ settings, accent, logoUrl }: BrandingPreviewProps) {
  const { platformName, documentTitle, supportPhone, supportEmail, addressLines } = settings;
  const ink = contrastOf(accent, '#ffffff') >= contrastOf(accent, '#141c24') ? '#ffffff' : '#141c24';
  const mark = logoUrl ? (
    <img className={classes.previewLogo} src={logoUrl} alt="" />
  ) : (
    <span className={classes.mark} style={{ background: accent }} />
  );
  return (
    <Card title={MESSAGES.preview}>
      <div className={classes.previews}>
        <section className={classes.sheet} aria-label={MESSAGES.previewPortal}>
          <p className={classes.window}>{documentTitle}</p>
          <p className={classes.brand}>
            {mark}
            <strong>{platformName}</strong>
          </p>
          <p className={classes.row}>
            <span className={classes.button} style={{ background: accent, color: ink }}>
              {MESSAGES.previewButton}
            </span>
            <span style={{ color: accent }}>{MESSAGES.previewLink}</span>
          </p>
        </section>
        <section className={classes.sheet} aria-label={MESSAGES.previewMail}>
          <p className={classes.caption}>{MESSAGES.previewMail}</p>
          <p>
            {MESSAGES.previewMailText} {platformName}.
          </p>
          <p className={classes.lines}>{[platformName, supportPhone, supportEmail].filter(Boolean).join('\n')}</p>
        </section>
        <section className={classes.sheet} aria-label={MESSAGES.previewPaper}>
          <p className={classes.caption}>{MESSAGES.previewPaper}</p>
          <div className={classes.letterhead} style={{ borderColor: accent }}>
            <p className={classes.brand}>{logoUrl ? mark : <strong>{platformName}</strong>}</p>
            <p className={classes.lines}>{[...addressLines, supportPhone, supportEmail].filter(Boolean).join('\n')}</p>
          </div>
        </section>
      </div>
    </Card>
  );
}
