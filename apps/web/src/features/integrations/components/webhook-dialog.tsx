import { Button, Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { ShownWebhook, WebhookRow } from '@yardage/contract/webhooks';
import { useRef } from 'react';
import { useFreshForm, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useFreshRows, useWrite } from '#web/lib/query/use-write.ts';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { focusFirstFault, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import { Notice, OptionsFailure, type OptionsQuery } from '#web/patterns/notice.tsx';
import type { WebhookCalls, WebhookFields } from '../integrations.api.ts';
import { INTEGRATIONS_MESSAGES, INTEGRATION_WEBHOOKS_MESSAGES as MESSAGES } from '../integrations.messages.ts';
import { Choices } from './choices.tsx';
import classes from './integrations.module.css';

const FIELDS = ['name', 'url', 'types', 'dataSources'] as const;
type Option = { value: string; label: string };

/** What a webhook of this owner can get. */
export interface WebhookOptions {
  types: readonly string[];
  dataSources?: readonly Option[];
  /** The query of the data sources, if they are loaded. */
  sources?: OptionsQuery;
  /** Whether amounts are optional, as for customers. */
  canHidePrices: boolean;
}

interface WebhookDialogProps {
  /** `add`, or the webhook to change; undefined while the dialog is closed. */
  target: 'add' | WebhookRow | undefined;
  calls: WebhookCalls;
  options: WebhookOptions;
  onMade: (made: ShownWebhook) => void;
  onClose: () => void;
}

/** Dialog to add a webhook or to change one. */
export function WebhookDialog({ target, onClose, onMade, ...form }: WebhookDialogProps) {
  const shown = useLast(target);
  const webhook = shown === 'add' ? undefined : shown;
  return (
    <FormDialog isInUrl={false} isOpen={target !== undefined} onClose={onClose} title={webhook ? MESSAGES.editTitle : MESSAGES.add}>
      {({ finish, close }) => (
        <WebhookForm
          key={webhook?.id ?? 'add'}
          {...form}
          webhook={webhook}
          onDone={(made) => {
            finish();
            if (made) onMade(made);
          }}
          onCancel={close}
        />
      )}
    </FormDialog>
  );
}

type WebhookFormProps = Pick<WebhookDialogProps, 'calls' | 'options'> & {
  webhook: WebhookRow | undefined;
  onDone: (made?: ShownWebhook) => void;
  onCancel: () => void;
};

function WebhookForm({ webhook, calls, options, onDone, onCancel }: WebhookFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const fieldsOf = (from: WebhookRow | undefined): WebhookFields => ({
    name: from?.name ?? '',
    url: from?.url ?? '',
    types: from?.types ?? [...options.types],
    dataSources: from?.dataSources ?? [],
    hasPrices: from?.hasPrices ?? false,
  });
  const form = useForm<WebhookFields>({ initialValues: fieldsOf(webhook) });
  useFreshRows(calls.listId, webhook !== undefined);
  useFreshForm(form, webhook, fieldsOf);
  const fields = form.values;
  const faults = form.errors as Record<string, string>;
  const saving = useWrite({
    write: async (sent: WebhookFields, attempt): Promise<ShownWebhook | undefined> => {
      if (!webhook || !calls.update) return calls.create(sent, attempt);
      await calls.update(webhook, sent, attempt);
      return undefined;
    },
    meta: { failureTitle: MESSAGES.saveFailed, failureText: MESSAGES.saveFailed, prefersServerMessage: true, isForm: true },
    // Refetch even if the response was lost: the list then shows the webhook, although nobody has its secret.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [calls.listId] }),
    onDone,
    onFailed: (error) => {
      if (!isFieldRefusal(error)) return;
      form.setErrors(placeErrors(error.problem, FIELDS));
      focusFirstFault(element.current);
    },
  });
  useUnsavedInput({ isChanged: form.isDirty() && !saving.isSuccess, isSending: saving.isPending });
  const isIncomplete = options.sources !== undefined && options.sources.data === undefined;
  const submit = (): void => {
    if (isIncomplete) return;
    const found = {
      ...(fields.name.trim() === '' && { name: MESSAGES.nameRequired }),
      ...(fields.url.trim() === '' && { url: MESSAGES.urlRequired }),
      ...(fields.types.length === 0 && { types: MESSAGES.typeRequired }),
    };
    form.setErrors(found);
    if (Object.keys(found).length > 0) focusFirstFault(element.current);
    else if (!saving.isPending) saving.mutate({ ...fields, name: fields.name.trim(), url: fields.url.trim() });
  };
  return (
    <form
      ref={element}
      noValidate
      aria-label={webhook ? MESSAGES.editTitle : MESSAGES.add}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={classes.fields}>
        <TextInput label={INTEGRATIONS_MESSAGES.name} maxLength={60} autoComplete="off" {...form.getInputProps('name')} />
        <TextInput
          type="url"
          label={MESSAGES.url}
          description={MESSAGES.urlHint}
          maxLength={500}
          autoComplete="off"
          {...form.getInputProps('url')}
        />
        <Choices
          label={MESSAGES.types}
          options={options.types.map((value) => ({ value, label: value }))}
          chosen={fields.types}
          error={faults.types}
          onChange={(types) => form.setFieldValue('types', types)}
        />
        {options.dataSources ? (
          <Choices
            label={INTEGRATIONS_MESSAGES.dataSources}
            hint={INTEGRATIONS_MESSAGES.dataSourcesHint}
            options={options.dataSources}
            chosen={fields.dataSources}
            error={faults.dataSources}
            onChange={(dataSources) => form.setFieldValue('dataSources', dataSources)}
          />
        ) : null}
        {options.sources ? <OptionsFailure query={options.sources} /> : null}
        {options.canHidePrices ? <Checkbox label={MESSAGES.prices} {...form.getInputProps('hasPrices', { type: 'checkbox' })} /> : null}
      </div>
      {faults.form ? <Notice kind="failure" title={faults.form} /> : null}
      <div className={classes.actions}>
        <Button type="button" variant="default" disabled={saving.isPending} onClick={onCancel}>
          {INTEGRATIONS_MESSAGES.cancel}
        </Button>
        <Button type="submit" disabled={isIncomplete} loading={saving.isPending}>
          {webhook ? MESSAGES.save : MESSAGES.create}
        </Button>
      </div>
    </form>
  );
}
