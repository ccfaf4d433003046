import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ShownServiceKey } from '@yardage/contract/service-keys';
import { timeZoneName } from '@yardage/domain/dates';
import { useRef, useState } from 'react';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { focusFirstFault, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import { Notice, OptionsFailure, type OptionsQuery } from '#web/patterns/notice.tsx';
import { endOfDay, type KeyCalls, type NewKey } from '../integrations.api.ts';
import { INTEGRATIONS_MESSAGES, INTEGRATION_KEYS_MESSAGES as MESSAGES } from '../integrations.messages.ts';
import { Choices, ScopeChoices } from './choices.tsx';
import classes from './integrations.module.css';

const FIELDS = ['name', 'scopes', 'permissions', 'dataSources', 'expiresAt'] as const;
type Option = { value: string; label: string };

/** What a key of this owner can be given. */
export interface KeyOptions {
  /** The permissions of a customer's key; a service key has scopes instead. */
  permissions?: readonly Option[];
  dataSources?: readonly Option[];
  /** The query of the data sources, if they are loaded. */
  sources?: OptionsQuery;
}

interface KeyDialogProps {
  isOpen: boolean;
  calls: KeyCalls;
  options: KeyOptions;
  onMade: (made: ShownServiceKey) => void;
  onClose: () => void;
}

/** Dialog to make a key. */
export function KeyDialog({ isOpen, onClose, onMade, ...form }: KeyDialogProps) {
  return (
    <FormDialog isInUrl={false} isOpen={isOpen} onClose={onClose} title={MESSAGES.add}>
      {({ finish, close }) => (
        <KeyForm
          {...form}
          onMade={(made) => {
            finish();
            onMade(made);
          }}
          onCancel={close}
        />
      )}
    </FormDialog>
  );
}

type KeyFormProps = Pick<KeyDialogProps, 'calls' | 'options' | 'onMade'> & { onCancel: () => void };

function KeyForm({ calls, options, onMade, onCancel }: KeyFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const { timeZone } = useFormats();
  const [name, setName] = useState('');
  const [grants, setGrants] = useState<string[]>([]);
  const [dataSources, setDataSources] = useState<string[]>([]);
  const [expires, setExpires] = useState('');
  const [faults, setFaults] = useState<Record<string, string>>({});
  const making = useWrite({
    write: (key: NewKey, attempt) => calls.create(key, attempt),
    meta: { failureTitle: MESSAGES.addFailed, failureText: MESSAGES.addFailed, prefersServerMessage: true, isForm: true },
    // Refetch even if the response was lost: the list then shows the key, although nobody has its secret.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [calls.listId] }),
    onDone: onMade,
    onFailed: (error) => {
      if (!isFieldRefusal(error)) return;
      setFaults(placeErrors(error.problem, FIELDS) as Record<string, string>);
      focusFirstFault(element.current);
    },
  });
  const isChanged = name !== '' || grants.length > 0 || dataSources.length > 0 || expires !== '';
  useUnsavedInput({ isChanged: isChanged && !making.isSuccess, isSending: making.isPending });
  const grantField = options.permissions ? 'permissions' : 'scopes';
  const isIncomplete = options.sources !== undefined && options.sources.data === undefined;
  const submit = (): void => {
    if (isIncomplete) return;
    const expiresAt = expires === '' ? undefined : endOfDay(expires, timeZone);
    const found = {
      ...(name.trim() === '' && { name: MESSAGES.nameRequired }),
      ...(grants.length === 0 && { [grantField]: MESSAGES.grantRequired }),
      ...(expiresAt === null && { expiresAt: INTEGRATIONS_MESSAGES.dayRequired }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) focusFirstFault(element.current);
    else if (!making.isPending) making.mutate({ name: name.trim(), grants, dataSources, ...(expiresAt && { expiresAt }) });
  };
  return (
    <form
      ref={element}
      noValidate
      aria-label={MESSAGES.add}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={classes.fields}>
        <TextInput
          label={INTEGRATIONS_MESSAGES.name}
          maxLength={60}
          autoComplete="off"
          value={name}
          error={faults.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {options.permissions ? (
          <Choices
            label={MESSAGES.permissions}
            options={options.permissions}
            chosen={grants}
            error={faults.permissions}
            onChange={setGrants}
          />
        ) : (
          <ScopeChoices chosen={grants} error={faults.scopes} onChange={setGrants} />
        )}
        {options.dataSources ? (
          <Choices
            label={INTEGRATIONS_MESSAGES.dataSources}
            hint={INTEGRATIONS_MESSAGES.dataSourcesHint}
            options={options.dataSources}
            chosen={dataSources}
            error={faults.dataSources}
            onChange={setDataSources}
          />
        ) : null}
        {options.sources ? <OptionsFailure query={options.sources} /> : null}
        <TextInput
          type="date"
          label={MESSAGES.expires}
          description={MESSAGES.expiresHint(timeZoneName(timeZone))}
          value={expires}
          error={faults.expiresAt}
          onChange={(event) => setExpires(event.currentTarget.value)}
        />
      </div>
      {faults.form ? <Notice kind="failure" title={faults.form} /> : null}
      <div className={classes.actions}>
        <Button type="button" variant="default" disabled={making.isPending} onClick={onCancel}>
          {INTEGRATIONS_MESSAGES.cancel}
        </Button>
        <Button type="submit" disabled={isIncomplete} loading={making.isPending}>
          {MESSAGES.create}
        </Button>
      </div>
    </form>
  );
}
