import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { roundedUpToMinute } from '@yardage/domain/durations';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { Can } from '#web/patterns/can.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { CHECKOUT_MESSAGES as MESSAGES } from '../checkout.messages.ts';
import { type AttemptPhase, askNow } from '../payment-attempts.ts';
import type { PaymentProblem } from '../payment-ending.ts';
import classes from './checkout-form.module.css';

/** Explains above Pay Now why no payment was made (PAY-41). In all of these cases nothing was charged. */
export function PaymentProblemNotice({ problem }: { problem: PaymentProblem }) {
  const formats = useFormats();
  switch (problem.kind) {
    case 'changed':
      return (
        <Notice kind="failure" title={problem.title}>
          {MESSAGES.changedHint(formatCurrency(problem.before), formatCurrency(problem.after))}
        </Notice>
      );
    case 'paused':
      return (
        <Notice kind="failure" title={problem.title}>
          {problem.retryAt ? MESSAGES.retryAt(formats.time(roundedUpToMinute(problem.retryAt))) : null}
        </Notice>
      );
    case 'not-made':
      return (
        <Notice kind="failure" title={MESSAGES.failed}>
          {[problem.reason, MESSAGES.notMadeHint].filter(Boolean).join(' ')}
        </Notice>
      );
  }
}

/** Says that the outcome of a payment is not known and where to find it. It must never suggest paying again. */
export function UnclearNotice({ phase, invoiceNumber }: { phase: Exclude<AttemptPhase, 'sending'>; invoiceNumber: string }) {
  if (phase === 'asking') {
    return (
      <Notice kind="info" title={MESSAGES.asking}>
        {MESSAGES.askingHint}
      </Notice>
    );
  }
  return (
    <Notice
      kind="failure"
      title={MESSAGES.unknown}
      action={
        <Button variant="default" onClick={askNow}>
          {MESSAGES.askNow}
        </Button>
      }
    >
      {MESSAGES.unknownHint}
      <Can anyOf={[PERMISSIONS.PAYMENT_HISTORY_VIEW]}>
        <p className={classes.history}>
          <Link to="/paymentHistory" search={{ search: invoiceNumber }}>
            {MESSAGES.history}
          </Link>
        </p>
      </Can>
    </Notice>
  );
}
