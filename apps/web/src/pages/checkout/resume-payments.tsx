import { useEffect } from 'react';
import { resumePayments } from '#web/features/payments/run-payment.ts';
import { useTellEnding } from './use-tell-ending.ts';

/** Looks up the payments that were under way before a reload, on any page. */
export function ResumePayments() {
  const tell = useTellEnding();
  useEffect(() => resumePayments(tell), [tell]);
  return null;
}
