import { type Dispatch, type SetStateAction, useState } from 'react';

/** State that belongs to one filter of a list. It resets when the filter changes, so that no hidden row stays selected. */
export function useFilteredState<T>(filterKey: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const [state, setState] = useState(initial);
  const [knownKey, setKnownKey] = useState(filterKey);
  if (knownKey !== filterKey) {
    setKnownKey(filterKey);
    setState(initial);
  }
  return [knownKey === filterKey ? state : initial, setState];
}
