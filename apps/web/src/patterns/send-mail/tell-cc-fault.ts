import { toasts } from '#web/lib/toasts/toast-queue.ts';
import type { CcFault } from './mail-rules.ts';
import { SEND_MAIL_MESSAGES } from './send-mail.messages.ts';

/** Shows why an address was not added to Cc (MAIL-05 to MAIL-07). */
export function tellCcFault(fault: CcFault): void {
  const [title, message] =
    fault === 'invalid'
      ? [SEND_MAIL_MESSAGES.invalidTitle, SEND_MAIL_MESSAGES.invalid]
      : [SEND_MAIL_MESSAGES.duplicateTitle, SEND_MAIL_MESSAGES.duplicate];
  toasts.show({ kind: 'destructive', title, message });
}
