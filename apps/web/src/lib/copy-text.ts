import { logFailure } from './log.ts';
import { toasts } from './toasts/toast-queue.ts';

/**
 * Copies text and returns whether it is in the clipboard. Browsers refuse it without a secure origin or the permission; then a toast has the
 * title that the caller gives.
 */
export async function copyText(text: string, failureTitle: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    logFailure('A text could not be copied.', error);
    toasts.show({ kind: 'destructive', title: failureTitle });
    return false;
  }
}
