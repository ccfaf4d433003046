import { useState } from 'react';

/** Returns the value, or the last one if there is none, so that a closing panel keeps its content during the animation. */
export function useLast<T>(value: T | null | undefined): T | undefined {
  const [last, setLast] = useState(value ?? undefined);
  if (value !== null && value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
