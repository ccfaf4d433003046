import { useQuery } from '@tanstack/react-query';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { SupportExchange, SupportFields, SupportPictures } from '#web/patterns/support-request/support-details.tsx';
import { SUPPORT_REQUEST_MESSAGES as MESSAGES } from '#web/patterns/support-request/support-request.messages.ts';
import { SupportStatus } from '#web/patterns/support-request/support-status.tsx';
import { deskAttachmentsQuery, deskSupportQuery, loadDeskAttachment } from '../desk.api.ts';
import { AnswerForm } from './answer-form.tsx';

interface DeskSupportDrawerProps {
  /** Undefined while the drawer is closed. */
  ticketId: number | undefined;
  onClose: () => void;
}

/** A customer's support request in a drawer, with the answer form below the messages. */
export function DeskSupportDrawer({ ticketId, onClose }: DeskSupportDrawerProps) {
  const shownId = useLast(ticketId) ?? 0;
  const isOpen = ticketId !== undefined;
  const query = useQuery({ ...deskSupportQuery(shownId), enabled: isOpen });
  const files = useQuery({ ...deskAttachmentsQuery(shownId), enabled: isOpen });
  const request = query.data;
  return (
    <SideDrawer
      isOpen={isOpen}
      onClose={onClose}
      title={request ? MESSAGES.title(request.id) : MESSAGES.titleLoading}
      status={request ? <SupportStatus status={request.status} /> : null}
      context={request?.title}
    >
      <DetailState query={query} shape={[3, 5]}>
        {(loaded) => (
          <>
            <SupportExchange request={loaded} />
            <SupportPictures query={files} load={({ attachment }) => loadDeskAttachment(loaded.id, attachment)} />
            <AnswerForm key={loaded.id} request={loaded} />
            <SupportFields request={loaded} />
          </>
        )}
      </DetailState>
    </SideDrawer>
  );
}
