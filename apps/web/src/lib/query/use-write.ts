import { type MutateOptions, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Attempt, createAttempt } from '#web/lib/http/request-parts.ts';

interface WriteOptions<Answer, Variables, Context> extends Omit<UseMutationOptions<Answer, Error, Variables, Context>, 'mutationFn'> {
  /** Sends the write. It passes the attempt to the API client. */
  write: (variables: Variables, attempt: Attempt) => Promise<Answer>;
  /**
   * Called on success while the component is still mounted. Everything that changes the screen belongs here (closing, clearing), because
   * `onSuccess` also runs after the user has moved on to another record. Give a form its record's id as key.
   */
  onDone?: (answer: Answer, variables: Variables) => void;
  /** Called on failure while the component is still mounted. */
  onFailed?: (error: Error, variables: Variables) => void;
}

/** A mutation that can be repeated safely: a retry of the same content is done once, even if the first answer was lost. */
export function useWrite<Answer, Variables = void, Context = unknown>(options: WriteOptions<Answer, Variables, Context>) {
  const { write, onDone, onFailed, ...rest } = options;
  const [attempt] = useState(createAttempt);
  const mutation = useMutation({ ...rest, mutationFn: (variables: Variables) => write(variables, attempt) });
  // React Query calls the callbacks of `mutate` only for a mounted component, unlike those of `useMutation`.
  const whileMounted: MutateOptions<Answer, Error, Variables, Context> = {
    ...(onDone && { onSuccess: onDone }),
    ...(onFailed && { onError: onFailed }),
  };
  return { ...mutation, mutate: (variables: Variables) => mutation.mutate(variables, whileMounted) };
}

/**
 * Saves values one after the other. What is chosen while one is being saved is saved after it; of several, only the newest. `onWanted` gets
 * the value that will hold once all is saved, and undefined when nothing is left to save.
 */
export function createSaver<Value>(save: (value: Value) => Promise<unknown>, onWanted: (wanted: Value | undefined) => void) {
  let next: { value: Value } | undefined;
  let isSaving = false;

  async function run(): Promise<void> {
    if (isSaving) return;
    isSaving = true;
    while (next) {
      const { value } = next;
      next = undefined;
      // The mutation reports the failure, and the stored value is shown again.
      await save(value).catch(() => undefined);
    }
    isSaving = false;
    onWanted(undefined);
  }

  return (value: Value): void => {
    next = { value };
    onWanted(value);
    void run();
  };
}

/** A write of choices that people change faster than they are saved. `wanted` is what to show until it is. */
export function useLatestWrite<Answer, Value>(options: WriteOptions<Answer, Value, unknown>) {
  const { mutateAsync } = useWrite(options);
  const [wanted, setWanted] = useState<Value>();
  const [save] = useState(() => createSaver<Value>(mutateAsync, setWanted));
  return { wanted, save };
}

/**
 * Reads a list again when a form opens that changes one of its rows: the form saves all fields, and a colleague may have changed some of them
 * since. `useFreshForm` then puts the new values into the form.
 */
export function useFreshRows(listId: string, isChange: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isChange) void queryClient.invalidateQueries({ queryKey: [listId] });
  }, [queryClient, listId, isChange]);
}
