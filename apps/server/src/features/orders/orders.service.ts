import type { Answer, Input } from '@yardage/contract/endpoint';
import type { getOrder, listOrders, OrderDetail, sendOrderEmail } from '@yardage/contract/orders';
import { canSeePrices } from '@yardage/contract/permissions';
import { z } from 'zod';
import type { Database, Member } from '#server/database/database';
import { renderDocument } from '#server/documents/render-document';
import type { AreaServices } from '#server/features/area';
import { JsonText, PdfFile } from '#server/http/answers';
import { orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { orderDocument } from './orders.document.ts';
import * as queries from './orders.queries.ts';

const MAIL_KIND = 'order';
const mailReference = z.strictObject({ orderId: z.int(), canSeePrices: z.boolean() });

/** What can be done with orders. */
export function ordersService({ database, branding, mail }: AreaServices) {
  const makePdf = (actor: Member, orderId: number, withPrices: boolean) => makeOrderPdf(database, branding, actor, orderId, withPrices);

  mail.attach(MAIL_KIND, mailReference, async (actor, reference) => [await makePdf(actor, reference.orderId, reference.canSeePrices)]);

  return {
    async list(
      scope: Scope,
      { fromDate, toDate, ...page }: Input<typeof listOrders>['query'],
    ): Promise<JsonText<Answer<typeof listOrders>>> {
      return new JsonText(await queries.listOrders(database, scope, page, { from: fromDate, to: toDate, timeZone: scope.timeZone }));
    },

    async detail(scope: Scope, orderId: number): Promise<JsonText<Answer<typeof getOrder>>> {
      return new JsonText(orNotFound(await queries.findOrder(database, scope, orderId)));
    },

    pdf: (scope: Scope, orderId: number): Promise<PdfFile> => makePdf(scope, orderId, canSeePrices(scope.permissions)),

    async sendEmail(
      scope: Scope,
      orderId: number,
      body: Input<typeof sendOrderEmail>['body'],
      requestId: string,
    ): Promise<{ message: string }> {
      const order = JSON.parse(orNotFound(await queries.findOrder(database, scope, orderId))) as OrderDetail;
      await mail.request(scope, {
        kind: MAIL_KIND,
        reference: { orderId, canSeePrices: canSeePrices(scope.permissions) },
        subject: `Order ${order.orderNumber}: ${order.job}`,
        body,
        action: 'orders.send-email',
        requestId,
      });
      return { message: `Order successfully emailed on ${body.email}` };
    },
  };
}

async function makeOrderPdf(database: Database, branding: AreaServices['branding'], actor: Member, orderId: number, withPrices: boolean) {
  const { timeZone, ...order } = orNotFound(await queries.findOrderForDocument<OrderDetail>(database, actor, orderId));
  const bytes = await renderDocument(branding, orderDocument(order, { canSeePrices: withPrices, timeZone }));
  return new PdfFile(`Order_${order.orderNumber}.pdf`, bytes);
}
