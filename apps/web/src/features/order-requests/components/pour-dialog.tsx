import { useQuery } from '@tanstack/react-query';
import type { RequestDetail } from '@yardage/contract/order-requests';
import { timeZoneName } from '@yardage/domain/dates';
import { useRef } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { ORDER_REQUEST_MESSAGES } from '#web/patterns/order-request/order-request.messages.ts';
import { useAsksForPours } from '#web/patterns/order-request/request-label.tsx';
import { hasConcrete, requestOptionsQuery } from '../order-requests.api.ts';
import { ORDER_REQUESTS_MESSAGES as MESSAGES } from '../order-requests.messages.ts';
import { type Repeated, repeatedKey } from '../pour-draft.ts';
import { PourForm } from './pour-form.tsx';

interface PourDialogProps {
  isOpen: boolean;
  /** What to request again; 'loading' until it is known. */
  repeated: Repeated | 'loading' | undefined;
  onClose: () => void;
  onSent: (request: RequestDetail) => void;
}

const idsOf = (repeated: Repeated | undefined): { order?: number; request?: number } =>
  repeated?.order ? { order: repeated.order.id } : repeated?.request ? { request: repeated.request.id } : {};

/** The dialog to request a pour. */
export function PourDialog({ isOpen, repeated, onClose, onSent }: PourDialogProps) {
  const customer = useCustomer();
  // Closing is a step in the history. After sending, the request takes the place of the form instead.
  const sent = useRef<RequestDetail>(undefined);
  const end = (): void => {
    if (sent.current) onSent(sent.current);
    else onClose();
    sent.current = undefined;
  };
  const isKnown = repeated !== 'loading';
  const options = useQuery({ ...requestOptionsQuery(customer, isKnown ? idsOf(repeated) : {}), enabled: isOpen && isKnown, staleTime: 0 });
  const isPour = useAsksForPours(options.data && hasConcrete(options.data));
  const query = !isKnown ? { ...options, data: undefined, isFetching: true } : options;
  return (
    <FormDialog
      isInUrl
      isOpen={isOpen}
      onClose={end}
      title={isPour ? ORDER_REQUEST_MESSAGES.requestPour : ORDER_REQUEST_MESSAGES.requestDelivery}
      context={options.data ? MESSAGES.formContext(timeZoneName(options.data.timeZone)) : null}
    >
      {({ finish, close }) => (
        <DetailState query={query} skeletonLines={[3, 3, 2]}>
          {(loaded) =>
            loaded.mixes.length === 0 ? (
              <Notice kind="info" title={MESSAGES.noMixes} />
            ) : (
              <PourForm
                key={`${customer.globalCustomerNumber} ${repeated === 'loading' ? '' : repeatedKey(repeated)}`}
                options={loaded}
                repeated={repeated === 'loading' ? undefined : repeated}
                onCancel={close}
                onSent={(request) => {
                  sent.current = request;
                  finish();
                }}
              />
            )
          }
        </DetailState>
      )}
    </FormDialog>
  );
}
