import { useEffect, useEffectEvent } from 'react';
import { accountSubject } from '#web/lib/session/account-subject.ts';
import { perTab, readStored, removeStored, writeStored } from '#web/lib/storage.ts';

const KEY = 'yardage.kept-input';

interface KeptInput {
  /** Whose it is. Nobody else gets it. */
  user: string;
  forms: Readonly<Record<string, unknown>>;
}

/** The open forms whose values may be stored. Forms with card or bank data and passwords are never among them. */
const forms = new Map<string, () => unknown>();

/** Stores the values of the open forms for this tab, before the page is left to sign in again. */
export function keepInput(user: string | undefined): void {
  if (user === undefined || forms.size === 0) return;
  const values = Object.fromEntries([...forms].map(([name, read]) => [name, read()]));
  writeStored(perTab, KEY, { user, forms: values } satisfies KeptInput);
}

/** Returns the stored values of a form, once and only to the user who typed them. */
export function takeKeptInput(name: string, user: string | undefined): unknown {
  const kept = readStored(perTab, KEY) as Partial<KeptInput> | undefined;
  if (!kept) return undefined;
  if (kept.user !== user || typeof kept.forms !== 'object') {
    removeStored(perTab, KEY);
    return undefined;
  }
  const { [name]: values, ...others } = kept.forms;
  if (Object.keys(others).length > 0) writeStored(perTab, KEY, { user, forms: others });
  else removeStored(perTab, KEY);
  return values;
}

/** Removes what is stored of forms. */
export function forgetKeptInput(): void {
  removeStored(perTab, KEY);
}

/** The part of a form's state that is needed to keep its values. */
interface FilledForm<Values> {
  getValues(): Values;
  setValues(values: Values): void;
}

/** Lets the values of a form survive a redirect to the sign-in page. Not for card data, bank data or passwords. */
export function useKeptForm<Values extends object>(name: string, form: FilledForm<Values>): void {
  const read = useEffectEvent(() => form.getValues());
  const fill = useEffectEvent(() => {
    const values = takeKeptInput(name, accountSubject());
    if (typeof values === 'object' && values !== null) form.setValues(values as Values);
  });
  useEffect(() => {
    fill();
    forms.set(name, () => read());
    return () => void forms.delete(name);
  }, [name]);
}
