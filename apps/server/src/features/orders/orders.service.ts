import type { Answer, Input } from '@yardage/contract/endpoint';
import { type getOrder, type listOrders, sendOrderEmail } from '@yardage/contract/orders';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { AreaServices } from '#server/features/area';
import { MAIL_SUBJECTS } from '#server/features/mail/mail.messages';
import { recordDocuments } from '#server/features/mail/record-documents';
import { JsonText } from '#server/http/answers';
import { orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { type OrderForDocument, orderDocument } from './orders.document.ts';
import * as queries from './orders.queries.ts';

/** The operations on orders. */
export function ordersService(services: AreaServices) {
  const { database, etas } = services;
  return {
    /** `only` has filters that only the assistant uses. */
    async list(
      scope: Scope,
      { fromDate, toDate, ...page }: Input<typeof listOrders>['query'],
      only: Pick<queries.OrderFilter, 'statusId' | 'orderType' | 'isToCome'> = {},
    ): Promise<JsonText<Answer<typeof listOrders>>> {
      const filter = { from: fromDate, to: toDate, timeZone: scope.timeZone, ...only };
      return new JsonText(await queries.listOrders(database, scope, page, filter));
    },

    /** Sums what is ordered on the days, for the assistant. */
    sumOrdered(
      scope: Scope,
      { from, to, search }: { from: string | undefined; to: string | undefined; search: string | undefined },
      orderType: number | undefined,
    ): Promise<queries.OrderedQuantity[]> {
      return queries.sumOrdered(database, scope, search, { from, to, timeZone: scope.timeZone, orderType });
    },

    async detail(scope: Scope, orderId: number): Promise<JsonText<Answer<typeof getOrder>>> {
      const canSeeTrucks = scope.permissions.has(PERMISSIONS.TRUCK_TRACKING_VIEW);
      // ETAs are computed on demand, when somebody looks at them.
      if (canSeeTrucks) await etas.refreshSoon(scope.customerId);
      return new JsonText(orNotFound(await queries.findOrder(database, scope, orderId, { canSeeTrucks })));
    },

    ...recordDocuments<number, OrderForDocument & { timeZone: string }>(services, {
      endpoint: sendOrderEmail,
      name: 'Order',
      find: (actor, orderId) => queries.findOrderForDocument(database, actor, orderId),
      number: ({ orderNumber }) => orderNumber,
      subject: ({ orderNumber, job }) => MAIL_SUBJECTS.order(orderNumber, job),
      document: ({ timeZone, ...order }, { withPrices }) => orderDocument(order, { canSeePrices: withPrices, timeZone }),
    }),
  };
}
