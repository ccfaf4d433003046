import type { DeskRequestRow } from '@yardage/contract/desk-requests';
import { formatQuantity } from '@yardage/domain/quantities';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { kindText } from '#web/patterns/order-request/request-words.ts';
import { useConfirm } from '../desk-requests.api.ts';
import { DESK_REQUESTS_MESSAGES as MESSAGES } from '../desk-requests.messages.ts';
import { startText } from './desk-request-columns.tsx';

/**
 * Asks before a request is confirmed from the list: its rows move whenever a request arrives or is answered, so the click may have met
 * another row than it was meant for. What is confirmed is the request that the question names, in the version that it shows.
 */
export function ConfirmQuestion({ request, onClose }: { request: DeskRequestRow | undefined; onClose: () => void }) {
  const confirming = useConfirm(onClose);
  const shown = useLast(request);
  return (
    <ConfirmDialog
      isOpen={request !== undefined}
      onClose={onClose}
      title={MESSAGES.confirmQuestion(shown?.number ?? '')}
      confirmText={MESSAGES.confirm}
      isDestructive={false}
      isBusy={confirming.isPending}
      onConfirm={() => request && confirming.mutate({ id: request.id, version: request.version })}
    >
      {shown ? whatOf(shown) : null}
      <br />
      {MESSAGES.confirmEffect}
    </ConfirmDialog>
  );
}

function whatOf(request: DeskRequestRow): string {
  const { customerName, job, quantity, unitOfMeasure } = request;
  return MESSAGES.confirmWhat(customerName, job, kindText(request), formatQuantity(quantity, unitOfMeasure), startText(request));
}
