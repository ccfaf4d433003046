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
 * Reads a list again when a form opens that changes one of its rows: what is saved are all fields, and a colleague may have changed some.
 * `useFreshForm` then brings them into the form.
 */
export function useFreshRows(listId: string, isChange: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isChange) void queryClient.invalidateQueries({ queryKey: [listId] });
  }, [queryClient, listId, isChange]);
}
