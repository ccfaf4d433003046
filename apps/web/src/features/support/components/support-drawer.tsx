import { useQuery } from '@tanstack/react-query';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { SupportExchange, SupportFields, SupportPictures } from '#web/patterns/support-request/support-details.tsx';
import { SUPPORT_REQUEST_MESSAGES as MESSAGES } from '#web/patterns/support-request/support-request.messages.ts';
import { SupportStatus } from '#web/patterns/support-request/support-status.tsx';
import { loadSupportAttachment, supportAttachmentsQuery, supportTicketQuery } from '../support.api.ts';

interface SupportDrawerProps {
  /** Undefined while the drawer is closed. */
  requestId: number | undefined;
  onClose: () => void;
}

/** Drawer with the Support Details (SUP-05). */
export function SupportDrawer({ requestId, onClose }: SupportDrawerProps) {
  const shownId = useLast(requestId) ?? 0;
  const customer = useCustomer();
  const isOpen = requestId !== undefined;
  const query = useQuery({ ...supportTicketQuery(customer, shownId), enabled: isOpen });
  const files = useQuery({ ...supportAttachmentsQuery(customer, shownId), enabled: isOpen });
  const request = query.data;
  return (
    <SideDrawer
      isInUrl
      isOpen={isOpen}
      onClose={onClose}
      title={request ? MESSAGES.title(request.id) : MESSAGES.titleLoading}
      status={request ? <SupportStatus status={request.status} /> : null}
      context={request?.title}
    >
      <DetailState query={query} skeletonLines={[3, 5]}>
        {(loaded) => (
          <>
            <SupportExchange request={loaded} />
            <SupportPictures query={files} load={({ attachment }) => loadSupportAttachment(customer, loaded.id, attachment)} />
            <SupportFields request={loaded} />
          </>
        )}
      </DetailState>
    </SideDrawer>
  );
}
