import { useState } from 'react';

/** The value, or the last one there was, so that what is closing keeps its content until it is gone. */
export function useLast<T>(value: T | null | undefined): T | undefined {
  const [last, setLast] = useState(value ?? undefined);
  if (value !== null && value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
