import { useEffect } from 'react';
import { resumePayments } from '#web/features/payments/run-payment.ts';
import { useTellEnding } from './use-tell-ending.ts';

/** Finds out, on whichever page a reload ends, what became of the payments that were under way before it. */
export function ResumePayments() {
  const tell = useTellEnding();
  useEffect(() => resumePayments(tell), [tell]);
  return null;
}
