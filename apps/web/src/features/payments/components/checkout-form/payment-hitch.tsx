import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { Notice } from '#web/patterns/notice.tsx';
import { CHECKOUT_MESSAGES as WORDS } from '../../checkout.messages.ts';
import type { PaymentHitch } from '../../use-payment.ts';

/** Says above Pay Now why the payment was not made (PAY-41). */
export function HitchNotice({ hitch }: { hitch: PaymentHitch }) {
  if (hitch.kind === 'failed') {
    return (
      <Notice kind="failure" title={WORDS.failed}>
        {WORDS.failedHint}
      </Notice>
    );
  }
  return (
    <Notice kind="failure" title={hitch.title}>
      {WORDS.changedHint(formatCurrency(hitch.before), formatCurrency(hitch.after))}
    </Notice>
  );
}
