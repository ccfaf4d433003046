import type { OrderRow } from '@yardage/contract/orders';
import { type JobPlace, jobKey, placesOfNamesakes } from '@yardage/domain/job-key';
import type { RowGroups } from '#web/patterns/data-table/table-props.ts';
import { ORDERS_MESSAGES } from './orders.messages.ts';

const placeOf = ({ job, jobNumber, shipToAddress }: OrderRow): JobPlace => ({ job, jobNumber, jobAddress: shipToAddress });
const keyOf = (order: OrderRow): string => jobKey(placeOf(order));

/** The groups of the standard view: one per job. A name that several jobs have is followed by the job's number or address (ORD-01). */
export const ORDER_GROUPS: RowGroups<OrderRow> = {
  columnId: 'job',
  key: keyOf,
  titles: (orders) => {
    const places = placesOfNamesakes(orders.map(placeOf));
    const titleOf = (order: OrderRow): string => {
      const place = places.get(keyOf(order));
      return place ? ORDERS_MESSAGES.jobAt(order.job, place) : order.job;
    };
    // In reverse, so that the first order of a job names it.
    return new Map(orders.toReversed().map((order) => [keyOf(order), titleOf(order)]));
  },
};
