import type { OrderRow } from '@yardage/contract/orders';
import type { Locator, Page, Request } from 'playwright-core';

const ORDERS_LIST = /\/api\/customers\/[^/]+\/orders$/;

const ORDER: OrderRow = {
  id: 1,
  dataset: 'CONE',
  orderNumber: '900001',
  orderType: 1,
  orderStatusId: 1,
  orderStatus: 'To Be Shipped',
  date: '2026-03-10T12:30:00Z',
  shipDate: '2026-03-10',
  onJobTime: '2026-03-10T13:00:00Z',
  plant: 'Amnicola',
  plantNumber: '11',
  shipToAddress: '1 Main St, Dayton',
  mix: '4000SLAB 4000 PSI SLAB',
  interval: 10,
  ticketTime: '2026-03-10T12:00:00Z',
  orderedBy: 'Alicia Maddox',
  qtyOrdered: 80,
  qtyDelivered: 0,
  inTransitQty: 0,
  atPlantQty: 0,
  onRoadQty: 0,
  onJobQty: 0,
  loadCount: 8,
  unitOfMeasure: 'CY',
  job: 'Foxcroft Fire Hall',
  jobNumber: null,
  poNumber: 'TB1',
  quoteNumber: null,
  quoteName: null,
  customerName: 'Tarnwick Builders, Inc.',
  jobAddress1: '1 Main St',
  jobAddress2: 'Dayton',
  altKeyOrderId: 'CONE-1',
};

/** Returns orders with the given changes, numbered from 900001. */
export function makeOrders(changes: readonly Partial<OrderRow>[]): OrderRow[] {
  return changes.map((change, index) => ({ ...ORDER, id: index + 1, orderNumber: String(900001 + index), ...change }));
}

/** Returns this many orders, twelve per job. */
export function manyOrders(count: number): OrderRow[] {
  return makeOrders(
    Array.from({ length: count }, (_, index) => ({
      job: `Job ${Math.floor(index / 12) + 1}`,
      qtyDelivered: index % 80,
      inTransitQty: index % 7,
      onRoadQty: index % 7,
    })),
  );
}

/** Makes the list respond with these orders, page by page. A page may be larger than the server allows. */
export async function answerOrders(page: Page, orders: () => readonly OrderRow[], pageSize?: number): Promise<void> {
  await page.route(
    ({ pathname }) => ORDERS_LIST.test(pathname),
    (route) => {
      const query = new URL(route.request().url()).searchParams;
      const size = pageSize ?? Number(query.get('pageSize'));
      const pageIndex = Number(query.get('pageIndex'));
      const all = orders();
      const totalPages = Math.ceil(all.length / size);
      const items = all.slice((pageIndex - 1) * size, pageIndex * size);
      const flags = { hasNextPage: pageIndex < totalPages, hasPreviousPage: pageIndex > 1 };
      return route.fulfill({
        json: { items, pageIndex, pageSize: size, totalCount: all.length, isTotalExact: true, totalPages, ...flags },
      });
    },
  );
}

/** Returns whether a request is for a list of orders. */
export const isOrdersList = (request: Request): boolean => ORDERS_LIST.test(new URL(request.url()).pathname);

/** Returns an array that collects the queries of all further orders list requests. */
export function watchLists(page: Page, asked: URLSearchParams[] = []): URLSearchParams[] {
  page.on('request', (request) => {
    if (isOrdersList(request)) asked.push(new URL(request.url()).searchParams);
  });
  return asked;
}

/** Returns the table's rows without group headings. */
export const rowsOf = (page: Page): Locator => page.getByRole('grid', { name: 'Orders' }).locator('tbody tr:has(th[scope=row])');

/** Returns the text of the cells under a heading. */
export async function cellsUnder(page: Page, heading: string): Promise<string[]> {
  const headings = await page.getByRole('columnheader').allInnerTexts();
  const index = headings.findIndex((text) => text.trim() === heading);
  if (index < 0) throw new Error(`There is no column ${heading}: ${headings.join(', ')}`);
  const texts = await rowsOf(page).evaluateAll((rows, at) => rows.map((row) => row.children[at]?.textContent ?? ''), index);
  return texts;
}

/** Waits for the first rows. */
export async function untilListed(page: Page): Promise<void> {
  await page.locator('main tbody th[scope=row] a, main ul[aria-label] li a').first().waitFor();
}
