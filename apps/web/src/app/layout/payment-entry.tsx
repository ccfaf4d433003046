import { lazy } from 'react';
import { useHasAttempts } from '#web/features/payments/payment-attempts.ts';
import { useAccess } from '#web/lib/access/access.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';

const ResumePayments = lazy(() =>
  import('#web/pages/checkout/payment-endings.tsx').then(({ ResumePayments }) => ({ default: ResumePayments })),
);

/** Resumes payments whose outcome is unknown, on every page. Loaded once there is one. */
export function PaymentEntry() {
  const hasAttempts = useHasAttempts();
  if (useAccess().status !== 'ready') return null;
  return (
    <MountOnceNeeded isNeeded={hasAttempts}>
      <ResumePayments />
    </MountOnceNeeded>
  );
}
