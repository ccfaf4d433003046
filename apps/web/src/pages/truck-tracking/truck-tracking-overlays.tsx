import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazy } from 'react';
import { TICKETS_MESSAGES } from '#web/features/tickets/tickets.messages.ts';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import type { TruckTrackingSearch } from './truck-tracking-search.ts';

const TicketDetailsDialog = lazy(() =>
  import('#web/features/tickets/components/ticket-details-dialog.tsx').then(({ TicketDetailsDialog }) => ({
    default: TicketDetailsDialog,
  })),
);
const TicketDialog = lazy(() =>
  import('#web/features/tickets/components/ticket-dialog.tsx').then(({ TicketDialog }) => ({ default: TicketDialog })),
);

interface TruckTrackingOverlaysProps {
  search: TruckTrackingSearch;
  onOpen: (changes: Partial<TruckTrackingSearch>) => void;
  onClose: (changes: Partial<TruckTrackingSearch>) => void;
}

/** A truck's ticket or its PDF, over the map. Requires the permission to see it. */
export function TruckTrackingOverlays({ search: { details, pdf }, onOpen, onClose }: TruckTrackingOverlaysProps) {
  const canView = useHoldsAny([PERMISSIONS.TICKETS_VIEW]);
  const canViewPdf = useHoldsAny([PERMISSIONS.TICKETS_VIEW_PDF]);
  return (
    <>
      <MountOnceNeeded isNeeded={canView && details !== undefined}>
        <TicketDetailsDialog
          ticketId={details}
          onClose={() => onClose({ details: undefined })}
          failureText={TICKETS_MESSAGES.detailFailed}
          onOpenPdf={canViewPdf ? () => onOpen({ details: undefined, pdf: details }) : undefined}
        />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canViewPdf && pdf !== undefined}>
        <TicketDialog ticketId={pdf} onClose={() => onClose({ pdf: undefined })} />
      </MountOnceNeeded>
    </>
  );
}
