import { useQuery } from '@tanstack/react-query';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { centsOf } from '@yardage/domain/money';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import { type LinkTarget, OptionalLink } from '#web/features/dashboard/components/query-card.tsx';
import { discountsQuery, summaryQuery, todayQuery } from '#web/features/dashboard/dashboard.api.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { isFromDevice } from '#web/lib/offline/kept-reads.ts';
import { Can } from '#web/patterns/can.tsx';
import { StaleDataNote } from '#web/patterns/data-age.tsx';
import { Icon, type IconName } from '#web/patterns/icon.tsx';
import { Skeleton, StillLoading } from '#web/patterns/skeleton.tsx';
import { DASHBOARD_MESSAGES as MESSAGES } from './dashboard.messages.ts';
import classes from './glance-row.module.css';
import { useDashboardLinks } from './use-dashboard-links.ts';

/** The key figures of the day. Each requires its permission and links to its page. */
export function GlanceRow() {
  return (
    <section className={classes.row} aria-label={MESSAGES.glance}>
      <Can anyOf={[PERMISSIONS.ORDERS_VIEW]}>
        <OrdersTile />
      </Can>
      <Can anyOf={[PERMISSIONS.TRUCK_TRACKING_VIEW]}>
        <TrucksTile />
      </Can>
      <Can anyOf={[PERMISSIONS.DASHBOARD_VIEW_ACCOUNT_AGING]}>
        <BalanceTile />
      </Can>
      <Can anyOf={[PERMISSIONS.INVOICES_VIEW]}>
        <DiscountTile />
      </Can>
    </section>
  );
}

const TILES = [0, 1, 2, 3];

/** Skeleton of the tiles while the permissions are loading. */
export function GlanceSkeleton() {
  return (
    <div className={classes.row} aria-busy="true">
      {TILES.map((tile) => (
        <GlanceBones key={tile} />
      ))}
    </div>
  );
}

function OrdersTile() {
  const query = useQuery(todayQuery(useCustomer()));
  const orders = query.data?.orders;
  const [largest] = orders?.quantities ?? [];
  return (
    <GlanceTile
      label={MESSAGES.ordersToday}
      icon="orders"
      target={useDashboardLinks().ordersToday}
      query={query}
      figure={formatNumber(orders?.count)}
      note={
        largest
          ? MESSAGES.delivered(formatNumber(largest.delivered), formatQuantity(largest.ordered, largest.unitOfMeasure))
          : MESSAGES.noOrders
      }
    />
  );
}

function TrucksTile() {
  const query = useQuery(todayQuery(useCustomer()));
  const { trucksAtPlant, trucksOnTheRoad, trucksOnJob } = query.data ?? {};
  const [atPlant, count, onJob] = [trucksAtPlant ?? 0, trucksOnTheRoad ?? 0, trucksOnJob ?? 0];
  const hasTrucks = atPlant + count + onJob > 0;
  return (
    <GlanceTile
      label={MESSAGES.trucks}
      icon="truck"
      target={useDashboardLinks().trucks}
      query={query}
      figure={formatNumber(count)}
      note={hasTrucks ? MESSAGES.trucksElsewhere(formatNumber(atPlant), formatNumber(onJob)) : MESSAGES.noTrucks}
      isLive={count > 0}
    />
  );
}

function BalanceTile() {
  const query = useQuery(summaryQuery(useCustomer(), 'aging'));
  const { balanceAmount = 0, currentAmount = 0, pendingAmount = 0, unappliedAmount = 0 } = query.data ?? {};
  const pastDueCents = centsOf(balanceAmount ?? 0) - centsOf(currentAmount ?? 0);
  const notes = [
    pastDueCents > 0 ? MESSAGES.pastDue(formatCurrency(pastDueCents / 100)) : MESSAGES.nothingPastDue,
    ...(unappliedAmount ? [MESSAGES.unapplied(formatCurrency(unappliedAmount))] : []),
    ...(pendingAmount ? [MESSAGES.pending(formatCurrency(pendingAmount))] : []),
  ];
  return (
    <GlanceTile
      label={MESSAGES.balance}
      icon="statements"
      target={useDashboardLinks().balance}
      query={query}
      figure={formatCurrency(balanceAmount)}
      note={notes.join(' · ')}
    />
  );
}

function DiscountTile() {
  const query = useQuery(discountsQuery(useCustomer()));
  const { invoicesOf, unpaid } = useDashboardLinks();
  const next = query.data?.expiryDateWiseDiscounts[0];
  return (
    <GlanceTile
      label={MESSAGES.discount}
      icon="clock"
      target={next ? invoicesOf(next) : unpaid}
      query={query}
      figure={formatCurrency(next?.possibleDiscountAmount ?? 0)}
      note={next ? MESSAGES.payBy(formatDay(next.discountExpiryDate)) : MESSAGES.noDiscount}
    />
  );
}

interface GlanceTileProps {
  label: string;
  icon: IconName;
  /** Link to the page with details; null if the user may not open it. */
  target: LinkTarget | null;
  query: { data: unknown; isError: boolean; dataUpdatedAt: number };
  figure: string;
  note: string;
  isLive?: boolean;
}

/** One figure of the day. It shows its own error if it cannot be loaded. */
function GlanceTile({ label, icon, target, query, figure, note, isLive = false }: GlanceTileProps) {
  const isThere = query.data !== undefined;
  const isOld = query.isError || isFromDevice(query);
  return (
    <OptionalLink target={target} className={classes.tile}>
      <span className={classes.label}>
        <Icon name={icon} size={16} className={classes.icon} />
        {label}
      </span>
      <span className={classes.figure}>
        <span className={classes.value} data-live={(isLive && !isOld) || undefined}>
          {isThere ? figure : query.isError ? MESSAGES.none : <Skeleton width={96} height={24} />}
        </span>
      </span>
      <span className={classes.note}>
        {isThere ? note : query.isError ? MESSAGES.tileFailed : <TileLoading />} <StaleDataNote query={query} />
      </span>
    </OptionalLink>
  );
}

function TileLoading() {
  return (
    <>
      <Skeleton width={140} />
      <StillLoading />
    </>
  );
}

/** Skeleton of a tile. */
function GlanceBones() {
  return (
    <div className={classes.tile}>
      <span className={classes.label}>
        <Skeleton width={110} />
      </span>
      <span className={classes.figure}>
        <Skeleton width={96} height={24} />
      </span>
      <span className={classes.note}>
        <Skeleton width={140} />
      </span>
    </div>
  );
}
