import { useMediaQuery } from '@mantine/hooks';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { timeZoneName } from '@yardage/domain/dates';
import { useCallback } from 'react';
import { TICKETS_MESSAGES } from '#web/features/tickets/tickets.messages.ts';
import { jobKeyOf } from '#web/features/truck-tracking/board.ts';
import { TruckMap } from '#web/features/truck-tracking/components/truck-map.tsx';
import { TruckPopup } from '#web/features/truck-tracking/components/truck-popup.tsx';
import { boardAgeMs, spanText } from '#web/features/truck-tracking/spans.ts';
import { TRUCK_TRACKING_MESSAGES as MESSAGES } from '#web/features/truck-tracking/truck-tracking.messages.ts';
import { useBoard } from '#web/features/truck-tracking/use-board.ts';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { closeOverlay } from '#web/lib/overlays/use-overlay.ts';
import { useServerNow } from '#web/lib/use-now.ts';
import { DataAge, StaleDataNote, useOldDataText } from '#web/patterns/data-age.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { TruckPanel } from './truck-panel.tsx';
import classes from './truck-tracking-page.module.css';
import { readClosedJobs, type TruckTrackingSearch, writeClosedJobs } from './truck-tracking-search.ts';

/** How often positions are checked for being stale. */
const TICK_MS = 15_000;

/** Truck tracking: map and list side by side, or stacked on small screens (TRK-01, TRK-02). */
export function TruckTrackingPage() {
  const { globalCustomerNumber, datasourceId } = useCustomer();
  // The key resets map and selection when the customer changes.
  return <TruckBoard key={`${datasourceId} ${globalCustomerNumber}`} />;
}

function TruckBoard() {
  const { search, change, open, close } = useTruckTrackingSearch();
  const { timeZone } = useFormats();
  const isSmall = useMediaQuery('(max-width: 1023px)', false, { getInitialValueInEffect: false });
  const canViewTickets = useHoldsAny([PERMISSIONS.TICKETS_VIEW]);
  const board = useBoard(search.ticket);
  const { trucks, selected, route, refreshed } = board;
  const closedJobs = readClosedJobs(search.closed);
  const ageMs = boardAgeMs(trucks ?? [], useServerNow(TICK_MS));

  const choose = (ticket: number | undefined): void => {
    const chosen = trucks?.find(({ ticketId }) => ticketId === ticket);
    // Expand the job of a truck selected on the map, so that the truck is visible in the list.
    if (chosen) closedJobs.delete(jobKeyOf(chosen));
    change({ ticket, closed: writeClosedJobs(closedJobs) });
  };
  const isOld = useOldDataText() !== null;
  const openTicket = canViewTickets ? (details: number) => open({ details }) : undefined;

  return (
    <div className={classes.page}>
      <header className={classes.head} data-old={ageMs !== null || isOld || refreshed.isError || undefined}>
        <p className={classes.context}>{MESSAGES.context(timeZoneName(timeZone))}</p>
        <DataAge isLive={ageMs === null && !refreshed.isError && trucks !== undefined && trucks.length > 0} />
        <StaleDataNote query={refreshed} />
        {/* Announced once, not with every minute that it gets older. */}
        <p className={classes.old} role="status" aria-atomic="false" aria-relevant="additions">
          {ageMs === null ? null : <span>{MESSAGES.allStale(spanText(ageMs))}</span>}
        </p>
      </header>
      <div className={classes.board}>
        <div className={classes.map}>
          <TruckMap
            trucks={trucks}
            selected={selected}
            route={route}
            onChoose={choose}
            popup={selected ? <TruckPopup truck={selected} onClose={() => choose(undefined)} /> : null}
          />
        </div>
        <TruckPanel
          board={board}
          isCollapsible={isSmall}
          isOpen={!isSmall || search.panel === 'open'}
          onToggle={() => change({ panel: search.panel === 'open' ? 'closed' : 'open' })}
          closedJobs={closedJobs}
          onCloseJobs={(jobs) => change({ closed: writeClosedJobs(jobs) })}
          onChoose={choose}
          onOpenTicket={openTicket}
        />
      </div>
      <TruckTrackingOverlays search={search} onOpen={open} onClose={close} />
    </div>
  );
}

/** The page's state from the URL, and functions to change it. */
function useTruckTrackingSearch() {
  const search = useSearch({ from: '/shell/truck-tracking' });
  const navigate = useNavigate();
  const router = useRouter();
  const go = useCallback(
    (changes: Partial<TruckTrackingSearch>, isOverlay: boolean): void =>
      void navigate({
        to: '/truck-tracking',
        search: (before: TruckTrackingSearch) => ({ ...before, ...changes }),
        state: { isOverlay },
        // Selecting trucks adds no history entries, so Back leaves the page instead of stepping through every selected truck.
        replace: !isOverlay,
        resetScroll: false,
      }),
    [navigate],
  );
  return {
    search,
    change: useCallback((changes: Partial<TruckTrackingSearch>): void => go(changes, false), [go]),
    open: useCallback((changes: Partial<TruckTrackingSearch>): void => go(changes, true), [go]),
    close: useCallback(
      (changes: Partial<TruckTrackingSearch>): void => closeOverlay(router, changes, () => go(changes, false)),
      [router, go],
    ),
  };
}

const TicketDetailsDialog = lazyOpened(() =>
  import('#web/features/tickets/components/ticket-details-dialog.tsx').then(({ TicketDetailsDialog }) => TicketDetailsDialog),
);
const TicketDialog = lazyOpened(() =>
  import('#web/features/tickets/components/ticket-dialog.tsx').then(({ TicketDialog }) => TicketDialog),
);

interface TruckTrackingOverlaysProps {
  search: TruckTrackingSearch;
  onOpen: (changes: Partial<TruckTrackingSearch>) => void;
  onClose: (changes: Partial<TruckTrackingSearch>) => void;
}

/** A truck's ticket or its PDF, over the map. Requires the permission to see it. */
function TruckTrackingOverlays({ search, onOpen, onClose }: TruckTrackingOverlaysProps) {
  const canView = useHoldsAny([PERMISSIONS.TICKETS_VIEW]);
  const canViewPdf = useHoldsAny([PERMISSIONS.TICKETS_VIEW_PDF]);
  const { pdf } = search;
  // It closes when its permission is withdrawn.
  const details = canView ? search.details : undefined;
  return (
    <>
      <MountOnceNeeded isNeeded={details !== undefined}>
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
